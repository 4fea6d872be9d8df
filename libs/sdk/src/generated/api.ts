// Written by libs/sdk/generate.mjs from docs/api/openapi.json. Never edited by hand.
export interface paths {
  '/namespaces/{ns}/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Writes documents: upserts, patches, appends and deletes, all or nothing; or a patch or a deletion by filter, 1,000 documents at once, as a job past 50,000. */
    post: operations['namespace_documents_write'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/documents/get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Reads up to 100 documents with their answers. */
    post: operations['namespace_documents_get_many'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/documents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Reads one document with its answers. */
    get: operations['namespace_documents_get'];
    put?: never;
    post?: never;
    /** Deletes one document with its answers. */
    delete: operations['namespace_documents_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/documents/{id}/answers/{judgment}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Answers of record of one document and judgment, newest first. */
    get: operations['namespace_documents_history'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/documents/{id}/answers/{judgment}/history/{answer}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One answer of record with the context that its engine read. */
    get: operations['namespace_documents_answer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/documents/{id}/answers/{judgment}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Why an answer is not fresh, or what it waits for: what is wanted, its rows of the queue, engine, budget and fan-out. */
    get: operations['namespace_documents_explain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/query': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stored documents and answers by filter, ordered, in pages. */
    post: operations['namespace_query'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/groups/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One group with a page of its values; on a prefix without values. */
    get: operations['namespace_groups_values'];
    /** Keeps aggregates for each value of an attribute; on a prefix in each of its namespaces. */
    put: operations['namespace_groups_put'];
    post?: never;
    /** Deletes a group with its values; on a prefix in all its namespaces, on any plan. */
    delete: operations['namespace_groups_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Groups of a namespace, inherited ones included, without their values. */
    get: operations['namespace_groups_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The summary of a prefix; `failing_since` says since when its documents cannot be written. */
    get: operations['namespace_summary_get'];
    /** Publishes each tenant's groups, in bands, as a document of another namespace, at most hourly. */
    put: operations['namespace_summary_put'];
    post?: never;
    /** Ends the summary of a prefix and deletes its documents, on any plan. */
    delete: operations['namespace_summary_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/images': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stores a picture (PNG, JPEG, WebP or GIF, at most 5 MiB) under an id made of its bytes; 200 when it is stored already. The bytes themselves may be sent with a `Content-Type` of `image/*`. */
    post: operations['namespace_images_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/images/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a stored picture is; its bytes in base64 with `include=data`, or raw for `Accept: image/*`. */
    get: operations['namespace_images_get'];
    put?: never;
    post?: never;
    /** Erases a picture for good: its bytes, the contexts that held it, and the names by which documents have it. */
    delete: operations['namespace_images_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/engines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The engines, their active versions, limits and billing weights. */
    get: operations['organization_engines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What stands behind each engine name, and which providers may be set. */
    get: operations['models_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/models/{engine}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Puts a model behind an engine name, for all organizations of the installation, and opens a new epoch. */
    put: operations['models_set'];
    post?: never;
    /** Takes a model away that an owner put behind an engine name; the reply tells what stands there now. */
    delete: operations['models_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/models/{engine}/try': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Asks a model one question of each type about a fixed text, and stores nothing; ten times a minute. */
    post: operations['models_try'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Jobs of the namespaces that the key covers, newest first. */
    get: operations['jobs_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One job; when it has ended, its result is the response that the request would have had. */
    get: operations['jobs_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops a job that has not finished. */
    post: operations['jobs_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/backfill': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What judging stored documents costs; sent again with its `confirm`, the job that judges them. */
    post: operations['judgment_backfill'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/try': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Asks a definition of up to five documents and stores nothing. */
    post: operations['namespace_judgments_try'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/judge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Judges up to 100 documents now and answers with the answers; `again` asks also for those that are fresh. */
    post: operations['judgment_judge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/context': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What the engine would read of a document: text, tokens, size class, cuts. */
    post: operations['judgment_context'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Active judgments of a namespace, inherited ones included, or a template's own. */
    get: operations['namespace_judgments_list'];
    put?: never;
    /** Creates a judgment, or a version of it; with `backfill`, or when it judges by itself what other documents change, once its cost is confirmed. */
    post: operations['namespace_judgments_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/judgments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Active judgments of every namespace and template prefix in the key's scope, each where it is defined. */
    get: operations['organization_judgments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/judgments/built-in-answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Judgments that a model answers for now and that still hold answers of the built-in engine. */
    get: operations['organization_built_in_answers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Figures of a judgment by day: answers, failures, tokens, spend and how late answers are. */
    get: operations['judgment_stats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/distribution': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How a number of the current answers is distributed, and how many answers have which status and value. */
    get: operations['judgment_distribution'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One judgment with its active version. */
    get: operations['judgment_read'];
    put?: never;
    post?: never;
    /** Archives a judgment; its answers leave reads. */
    delete: operations['judgment_delete'];
    options?: never;
    head?: never;
    /** Changes settings. Thresholds hold for every answer at once; a policy that begins to judge by itself is confirmed first. */
    patch: operations['judgment_update'];
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Versions of a judgment, newest first. */
    get: operations['judgment_versions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/activate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes a version the active one; what newly follows other documents by itself is confirmed first. */
    post: operations['judgment_activate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/detach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Takes the namespace's own copy of an inherited judgment; answers and outcomes stay. DELETE undoes it. */
    post: operations['judgment_detach'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the namespaces that the key covers, by name; with `delimiter`, one level of the names. */
    get: operations['namespaces_list'];
    put?: never;
    /** Makes a namespace with settings. */
    post: operations['namespaces_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One namespace with its settings and statistics. */
    get: operations['namespace_read'];
    put?: never;
    post?: never;
    /** Deletes a namespace with everything in it, as a job. */
    delete: operations['namespace_delete'];
    options?: never;
    head?: never;
    /** Changes settings of a namespace; members left out keep their values, null removes. */
    patch: operations['namespace_update'];
    trace?: never;
  };
  '/namespaces/{ns}/pending': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Answers that wait to be made, by reason, with the age of the oldest. */
    get: operations['namespace_pending'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Keys of the organization that are not revoked, without the keys themselves. */
    get: operations['api_keys_list'];
    put?: never;
    /** Makes an API key; the reply shows it this once. */
    post: operations['api_keys_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api-keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revokes a key, within a second. */
    delete: operations['api_keys_revoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The key's organization. */
    get: operations['organization_read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Settings of the organization. An unscoped key sets the non-production prefixes; the rest needs a signed-in owner or admin. */
    patch: operations['organization_update'];
    trace?: never;
  };
  '/organization/quotas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The limits of the plan and how much of each is used. A key needs the scope `*`. */
    get: operations['organization_quotas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who changed members, keys, sessions and settings, for 400 days. */
    get: operations['organization_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization/audit/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The changes that a query finds as a file of at most 5,000; the header `Link` leads to the next one. Each file that is taken stands in the audit. */
    get: operations['organization_export_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a month cost, and a page of its namespaces; `format=csv` answers the page as a table, and the header `Link` leads to the next. */
    get: operations['organization_usage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/usage/daily': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What judging cost on each UTC day of a month; the days and `undated` add up to `GET /usage`. */
    get: operations['organization_usage_by_day'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/outcomes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Outcomes of a judgment, newest first. */
    get: operations['judgment_outcomes_list'];
    put?: never;
    /** Posts what really happened; each is bound to the answer in force. */
    post: operations['judgment_outcomes_post'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/outcomes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Takes an outcome back, from the next fit on. */
    delete: operations['judgment_outcomes_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/calibration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How right the answers are; with `Accept: text/html` as a page. */
    get: operations['judgment_calibration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/calibration/labels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The labels of the report with what was read of each, in pages of at most 1 MiB; `format=csv` as a table. */
    get: operations['judgment_calibration_labels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/calibration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the latest report of each judgment of a namespace comes to, in one sentence. */
    get: operations['namespace_calibration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/calibration/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Fits of a judgment with their figures, newest first, and what was read against what was observed by week. */
    get: operations['judgment_calibration_history'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/thresholds/recommendation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A threshold that labelled answers recommend; nothing is changed by asking. */
    get: operations['judgment_recommendation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/queue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Answers most worth labelling; they stay until their outcome is posted. */
    get: operations['judgment_queue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/calibration/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Fits the judgment to its outcomes now; fits are made each night as well. */
    post: operations['judgment_fit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/alternatives': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What other engines, wordings and contexts would be worth on labelled answers, and what scoring costs; with `Accept: text/html` as a page. */
    get: operations['judgment_alternatives_table'];
    put?: never;
    /** Names an alternative to the active version; nothing is asked or billed until a quote is confirmed. */
    post: operations['judgment_alternatives_add'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/alternatives/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Confirms the quote that its generation names; a job scores what is unscored, billed as judging. */
    post: operations['judgment_alternatives_run'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/alternatives/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Takes a named alternative off the table; a scored one still counts until the month ends. */
    delete: operations['judgment_alternatives_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/repeatability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What asking the engine again about answered contexts costs; sent again with its `confirm`, the job that asks. Nothing is stored as an answer. */
    post: operations['judgment_repeatability'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/alternatives/drafts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Up to four other wordings of the question, by a third party's language model that sees no data. */
    post: operations['judgment_alternatives_drafts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/judgments/{name}/parts/suggestions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Up to eight parts that a yes/no judgment might ask, by a third party's language model that sees no data. */
    post: operations['judgment_suggest_parts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/starters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Definitions to begin from, with placeholders for your own paths and words. */
    get: operations['organization_starters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/subscriptions/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One subscription; `template` says where it is inherited from. */
    get: operations['namespace_subscriptions_get'];
    /** Saves a query that tells when a document starts or stops matching. */
    put: operations['namespace_subscriptions_put'];
    post?: never;
    /** Ends a subscription's events; on a prefix for all its namespaces, on any plan. */
    delete: operations['namespace_subscriptions_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/namespaces/{ns}/subscriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Subscriptions of a namespace, inherited ones included. */
    get: operations['namespace_subscriptions_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhook-endpoints/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes a new signing secret, which the reply shows; the old one signs beside it for a while. */
    post: operations['webhook_endpoints_rotate_secret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhook-endpoints/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sends `webhook.test`, or a sample of a type, to this endpoint only; it is in no feed and in no figure. */
    post: operations['webhook_endpoints_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Endpoints within the key's scope, never with secrets. */
    get: operations['webhook_endpoints_list'];
    put?: never;
    /** Makes a receiver of signed events; the reply shows its secret. */
    post: operations['webhook_endpoints_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhook-endpoints/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One endpoint; with its secret for a read_write key that manages it, and for an owner or admin who signed in within 15 minutes. */
    get: operations['webhook_endpoints_get'];
    put?: never;
    post?: never;
    /** Removes an endpoint with its pending deliveries and log. */
    delete: operations['webhook_endpoints_delete'];
    options?: never;
    head?: never;
    /** Changes settings of an endpoint. */
    patch: operations['webhook_endpoints_update'];
    trace?: never;
  };
  '/webhook-endpoints/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The deliveries to an endpoint with their latest attempt, newest first, for 30 days. */
    get: operations['webhook_endpoints_deliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhook-endpoints/{id}/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Deliveries to an endpoint by hour, and how many succeeded. */
    get: operations['webhook_endpoints_stats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhook-endpoints/{id}/recover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Queues every failed or skipped delivery since a time again, each with its nine attempts. */
    post: operations['webhook_endpoints_recover'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/{id}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Delivers an event once more to an endpoint, under the same webhook-id. */
    post: operations['events_redeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One event of the last 30 days. */
    get: operations['events_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Every event of the last 30 days in the order recorded, or the newest first; waits for news when asked to. */
    get: operations['events_read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The person's sessions that are not over, newest first; at most 200. */
    get: operations['sessions_list'];
    put?: never;
    /** Signs a person in, by address and password or by a link, and sets the cookie of the session. */
    post: operations['sessions_sign_in'];
    /** Ends all of the person's sessions that this one opens, but itself, within a second. */
    delete: operations['sessions_revoke_others'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Mails a link that signs in once, when the address has an account and a mail server is configured. */
    post: operations['sessions_mail_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sign-in/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The provider that signs people of an address's domain in, whether the address has an account or not. */
    get: operations['sessions_providers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who is signed in, and to which organization. */
    get: operations['sessions_current'];
    put?: never;
    post?: never;
    /** Signs out: ends this session and takes its cookie away. */
    delete: operations['sessions_sign_out'];
    options?: never;
    head?: never;
    /** Moves the session to another of the person's organizations, with a new cookie. */
    patch: operations['sessions_switch_to'];
    trace?: never;
  };
  '/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Ends one of the person's sessions, within a second. */
    delete: operations['sessions_revoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The account of the person who is signed in. */
    get: operations['user_read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Changes the person's name, password or shortcuts, or mails a link to another address, which changes it. A new password or address ends all their sessions and opens another. */
    patch: operations['user_update'];
    trace?: never;
  };
  '/organization/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The people of the organization. */
    get: operations['members_list'];
    put?: never;
    /** Makes a person a member. For a person who never signed in, the reply shows a link to sign in with, this once. */
    post: operations['members_add'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization/members/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Takes a person out, within a second. API keys that they made stay: they are the organization's. */
    delete: operations['members_remove'];
    options?: never;
    head?: never;
    /** Changes a member's role, within a second. Only owners make and demote owners. */
    patch: operations['members_update'];
    trace?: never;
  };
  '/organization/members/{id}/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes another link for a person who never signed in; the one before ends. */
    post: operations['members_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The providers that sign the organization's people in; the operator sets them. */
    get: operations['members_providers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The sessions in the organization that are not over, of all its people, newest first. */
    get: operations['members_sessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organization/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Ends a session in the organization, within a second. Only owners end owners'. */
    delete: operations['members_revoke_session'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/version': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The version of the service and of its API. */
    get: operations['organization_version'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'subscription.entered': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A document began to match a subscription's filter: by a write, an answer, a threshold, a filter or time. */
    post: operations['event_subscription_entered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.exited': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A document stopped matching a subscription's filter, or was deleted. */
    post: operations['event_subscription_exited'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'job.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A job ended with its result. */
    post: operations['event_job_completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'job.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A job ended with an error, or a user cancelled it. */
    post: operations['event_job_failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'namespace.budget_paused': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A namespace's spend of the month reached its budget, or the next answer would have exceeded it. */
    post: operations['event_namespace_budget_paused'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'namespace.budget_resumed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Judging resumed: the budget was raised or removed, or a new month began. */
    post: operations['event_namespace_budget_resumed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'judgment.fanout_deferred': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A judgment's fan-out exceeded its rolling limit; one event for each time. */
    post: operations['event_judgment_fanout_deferred'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'judgment.fanout_caught_up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** All deferred documents have been judged. */
    post: operations['event_judgment_fanout_caught_up'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'namespace.summary_failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A document of a tenant summary could not be written; one event for each time. */
    post: operations['event_namespace_summary_failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'calibration.fitted': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A judgment's answers have a new fit. */
    post: operations['event_calibration_fitted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'alternatives.ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A run of alternatives found one that outcomes prefer. */
    post: operations['event_alternatives_ready'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook_endpoint.failing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An endpoint had no successful delivery in 24 hours and 10 attempts; one event for each time. */
    post: operations['event_webhook_endpoint_failing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook_endpoint.disabled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An endpoint had no successful delivery in 5 days; the service sends nothing more to it. */
    post: operations['event_webhook_endpoint_disabled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A user called `POST /webhook-endpoints/{id}/test`; never in the feed. */
    post: operations['event_webhook_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    DocumentWritten: {
      upserted: number;
      patched: number;
      appended: number;
      deleted: number;
      unchanged: number;
      skipped: number;
      missing: number;
      documents: components['schemas']['WrittenDocument'][];
    };
    WrittenDocument: {
      id: string;
      version: number;
    };
    DocumentsView: {
      documents: components['schemas']['DocumentView'][];
      /** @description Ids that were left out because the response would exceed 8 MiB. */
      remaining: string[];
      /** @description Ids that do not exist. */
      missing: string[];
      usage?: components['schemas']['UsageView'];
    };
    DocumentView: {
      id: string;
      attributes?: components['schemas']['Attributes'];
      state?: components['schemas']['State'];
      images?: components['schemas']['ImageRefs'];
      version: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      answers?: {
        [key: string]: components['schemas']['AnswerView'];
      };
      /** @description Present when this read judged answers that were billed. */
      usage?: components['schemas']['UsageView'];
    };
    /** @description Small indexed values by name. */
    Attributes: {
      [key: string]: (string | number | boolean | null) | (string | number)[];
    };
    /** @description Any JSON object up to 1 MiB. */
    State: {
      [key: string]: unknown;
    };
    /** @description Ids of uploaded images by name. */
    ImageRefs: {
      [key: string]: string;
    };
    AnswerView: {
      /** @description Id of the answer of record, `ans_..`. */
      id: string | null;
      /** @enum {string} */
      type: 'bool' | 'choice' | 'score' | (string & {});
      /** @enum {string} */
      status: 'fresh' | 'stale' | 'pending' | 'unavailable' | (string & {});
      /** @enum {string|null} */
      stale_reason:
        | 'judging_paused'
        | 'engine_unavailable'
        | 'fanout_deferred'
        | 'version_changed'
        | 'document_changed'
        | 'related_changed'
        | 'interval_elapsed'
        | null;
      stale_by?: components['schemas']['StaleBy'] | null;
      /** @enum {string|null} */
      unavailable_reason:
        | 'never_judged'
        | 'judging_paused'
        | 'engine_unavailable'
        | 'engine_bad_answer'
        | 'engine_no_signal'
        | 'engine_refused'
        | 'engine_rejected'
        | 'context_too_large'
        | 'judging_failed'
        | null;
      /** @description Probability of yes (bool). */
      p?: number | null;
      /** @description Most probable option or level. */
      value?: string | number | null;
      dist?: {
        [key: string]: number;
      } | null;
      /** @description Probability that no option fits (choice). */
      escape_p?: number | null;
      /** @description Mean of the levels, weighted by dist (score). */
      score?: number | null;
      normalized?: number | null;
      /** @description Null without a fit. */
      calibrated: components['schemas']['CalibratedAnswer'] | null;
      thresholds: {
        [key: string]: boolean;
      };
      thresholds_missing: string[];
      engine: components['schemas']['EngineRef'];
      engine_version: string | null;
      /**
       * @description What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an answer, and of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /**
       * @description Where a chat model’s probabilities came from in that epoch: those of the first token, or numbers that the model wrote. Null of an engine that gives them itself.
       * @enum {string|null}
       */
      probability_source?: 'logprobs' | 'stated' | null;
      version: number | null;
      document_version: number | null;
      /** Format: date-time */
      judged_at: string | null;
      /**
       * Format: date-time
       * @description Every change of a related document before this moment was read; only of judgments with relations.
       */
      watermark?: string | null;
      /**
       * Format: date-time
       * @description When a debounced answer will be judged.
       */
      due_at: string | null;
      truncated: boolean | null;
      /** @description Rounds of questions that a choice among related documents took: above 1, `dist` has the candidates of the last one only; 0 when there was none to choose. */
      rounds?: number | null;
      /** @description Raw numbers of the declared features, as of what was read; never recomputed. */
      features?: {
        [key: string]: number | null;
      } | null;
      /** @description Answers of the parts of a composite judgment: `{<name>: {p}}`. */
      parts?: {
        [key: string]: {
          p: number;
        };
      } | null;
      /** @description The fit that combined the parts, `fit_..`; null before the first. */
      combiner?: string | null;
    };
    StaleBy: {
      /** @description The relation of the definition that joins it. */
      relation: string;
      /** @description Its id; it may be deleted. */
      document: string;
      /** Format: date-time */
      changed_at: string;
    };
    /** @description The calibrated numbers, by the fit of the answer's version and epoch. */
    CalibratedAnswer: {
      /** @description Probability of yes (bool). */
      p?: number;
      /** @description Most probable option or level; null when a choice among related documents had none to choose. */
      value?: string | number | null;
      /** @description Probabilities by option, or by level as text. */
      dist?: {
        [key: string]: number;
      };
      /** @description Probability that no option fits (choice). */
      escape_p?: number;
      /** @description Mean of the levels, weighted by dist (score). */
      score?: number;
      normalized?: number;
      /** @description Id of the fit. */
      fit?: string;
      /** @enum {string} */
      read_with?: 'raw' | 'calibrated' | 'features' | (string & {});
    };
    EngineRef: {
      /** @enum {string} */
      name: 'jev' | 'gpt-6-luna' | 'pplx-decider';
      version: string;
    };
    UsageView: {
      judgment_units: number;
      tokens: number;
      cost_usd: number;
      /** @description Judgment units by judgment. */
      by_judgment: {
        [key: string]: number;
      };
      /** @description Requests to engines, where a run of alternatives says them. */
      requests?: number;
    };
    Deleted: {
      deleted: boolean;
    };
    HistoryList: {
      answers: components['schemas']['HistoryItem'][];
      next_cursor: string | null;
      /**
       * Format: date-time
       * @description On the last page, the moment before which answers may have been dropped, when the judgment is older; else null.
       */
      oldest_kept?: string | null;
    };
    HistoryItem: {
      id: string;
      version: number;
      document_version: number;
      engine_version: string | null;
      /**
       * @description What stood behind the engine’s name in that epoch; null of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /**
       * @description As of an answer.
       * @enum {string|null}
       */
      probability_source?: 'logprobs' | 'stated' | null;
      /** Format: date-time */
      judged_at: string;
      /** @description Hash of the context that the engine read. */
      context_hash: string;
      truncated: boolean;
      answer: components['schemas']['RawAnswer'];
    };
    /** @description The raw answer, with the members of its type and of its definition. */
    RawAnswer: {
      /** @description Probability of yes (bool). */
      p?: number;
      /** @description Most probable option or level; null when a choice among related documents had none to choose. */
      value?: string | number | null;
      /** @description Probabilities by option, or by level as text. */
      dist?: {
        [key: string]: number;
      };
      /** @description Probability that no option fits (choice). */
      escape_p?: number;
      /** @description Mean of the levels, weighted by dist (score). */
      score?: number;
      normalized?: number;
      /** @description Rounds of questions that a choice among related documents took; 0 when there was none to choose. */
      rounds?: number;
      /**
       * Format: date-time
       * @description Every change of a related document before this moment was read; only with relations.
       */
      watermark?: string;
      /** @description Raw numbers of the declared features, as of what was read. */
      features?: {
        [key: string]: number | null;
      };
      /** @description Answers of the parts of a composite judgment. */
      parts?: {
        [key: string]: {
          p: number;
        };
      };
      /** @description The fit that combined the parts, `fit_..`; null before the first. */
      combiner?: string | null;
    };
    AnswerOfRecord: {
      id: string;
      version: number;
      document_version: number;
      engine_version: string | null;
      /**
       * @description What stood behind the engine’s name in that epoch; null of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /**
       * @description As of an answer.
       * @enum {string|null}
       */
      probability_source?: 'logprobs' | 'stated' | null;
      /** Format: date-time */
      judged_at: string;
      /** @description Hash of the context that the engine read. */
      context_hash: string;
      truncated: boolean;
      answer: components['schemas']['RawAnswer'];
      context: components['schemas']['ReadContextView'];
    };
    ReadContextView: {
      /** @description The text that the engine read; null when it is stored no longer. */
      text: string | null;
      /**
       * @description Why the text is not here: an image of it was erased, or its 90 days of storage are over; null when it is.
       * @enum {string|null}
       */
      gone: 'image_erased' | 'expired' | null;
      /** @description Tokens of the text. */
      tokens: number | null;
      /** @description Ids of the images that the engine read. */
      images: string[];
    };
    AnswerExplanation: {
      definition: components['schemas']['DefinitionInForce'];
      /** @description Empty when nothing waits; the version in force first. */
      queue: components['schemas']['QueuedAnswer'][];
      last: components['schemas']['LastTry'] | null;
      /** @description Judging is paused in the namespace because its budget is spent. */
      paused: boolean;
      engine: components['schemas']['EngineState'];
      fanout: components['schemas']['FanoutState'];
      document: string;
      judgment: string;
      document_version: number;
      answer: components['schemas']['WantedAnswer'] | null;
      permit: components['schemas']['PermitState'] | null;
    };
    DefinitionInForce: {
      version: number;
      /** @description The template prefix that the namespace inherits it from; null for its own. */
      template: string | null;
      /** @enum {string} */
      policy: 'on_read' | 'on_change' | 'interval' | 'manual' | (string & {});
      debounce_ms: number;
      max_wait_ms: number;
      engine: components['schemas']['EngineRef'];
    };
    QueuedAnswer: {
      /** @description Another version than the one in force is judged before its activation. */
      version: number;
      /**
       * @description The lane that it waits in; lanes are served in this order.
       * @enum {string}
       */
      lane: 'on_read' | 'on_change' | 'backfill' | 'fanout' | 'scoring' | 'deferred' | (string & {});
      /**
       * @description `budget`: the budget of the namespace is spent, or had no room for the last request; `fanout_limit`: fan-out is past its rolling limit or its share of the budget, or is held; `claimed`: a process takes it to the engine; `debounce`: further changes, or the next try; `turn`: nothing but a process that takes it.
       * @enum {string}
       */
      reason: 'budget' | 'fanout_limit' | 'claimed' | 'debounce' | 'turn' | (string & {});
      /**
       * Format: date-time
       * @description From when it may be taken; of a claimed one, when its claim ends. Null while no time is known.
       */
      due_at: string | null;
      /**
       * Format: date-time
       * @description Since when it waits.
       */
      since: string;
      /** @description Changes since then; 0 when only readers or a backfill want it. */
      changes: number;
      /** @description Tries that have failed. */
      attempts: number;
      /** @description The backfill that wants it, `job_..`; null when a change or a reader does. */
      job: string | null;
    };
    LastTry: {
      /** Format: date-time */
      at: string;
      /**
       * @description Why it brought no answer; null when it brought one.
       * @enum {string|null}
       */
      failure:
        | 'never_judged'
        | 'judging_paused'
        | 'engine_unavailable'
        | 'engine_bad_answer'
        | 'engine_no_signal'
        | 'engine_refused'
        | 'engine_rejected'
        | 'context_too_large'
        | 'judging_failed'
        | null;
      /** @description The version of the document that was read. */
      document_version: number;
      /** @description The wanted version that was read with it. */
      seen: number;
    };
    EngineState: {
      /** @description False when it cannot be asked. */
      active: boolean;
      /** @description It failed too often, and is not asked until it answers a probe. */
      circuit_open: boolean;
      /**
       * Format: date-time
       * @description Since when the circuit is as it is; null for an engine that is not known.
       */
      since: string | null;
    };
    FanoutState: {
      /** @description No fan-out of the namespace is judged: it is disabled, or its share is 0. */
      held: boolean;
      share: number;
      /** @description Answers that fan-out may ask in any 24 hours. */
      rolling_limit: number;
      /** @description Answers that it has asked in the last 24 hours. */
      used: number;
      /** @description Fan-out of the judgment waits for room. */
      deferred: boolean;
      /**
       * Format: date-time
       * @description When there is room again; null while not deferred, or as it stands never.
       */
      resumes_at: string | null;
    };
    WantedAnswer: {
      /** @enum {string} */
      status: 'fresh' | 'stale' | 'pending' | 'unavailable' | (string & {});
      /** @enum {string|null} */
      stale_reason:
        | 'judging_paused'
        | 'engine_unavailable'
        | 'fanout_deferred'
        | 'version_changed'
        | 'document_changed'
        | 'related_changed'
        | 'interval_elapsed'
        | null;
      stale_by?: components['schemas']['StaleBy'] | null;
      /** @enum {string|null} */
      unavailable_reason:
        | 'never_judged'
        | 'judging_paused'
        | 'engine_unavailable'
        | 'engine_bad_answer'
        | 'engine_no_signal'
        | 'engine_refused'
        | 'engine_rejected'
        | 'context_too_large'
        | 'judging_failed'
        | null;
      /** @description The version of the definition that gave it; null without an answer. */
      version: number | null;
      /** @description The document's version when a change last asked for it anew; null for an answer that nothing asked for. */
      wanted: number | null;
      /** @description The wanted version that the answer in force has seen: it waits while `wanted` is greater. */
      seen: number | null;
      /**
       * @description What asked for it last; null while nothing is wanted.
       * @enum {string|null}
       */
      cause: 'document' | 'related' | 'fanout' | 'interval' | null;
      /**
       * Format: date-time
       * @description When the first change came that it has not seen; null while nothing is wanted.
       */
      wanted_at: string | null;
      /**
       * Format: date-time
       * @description When it is judged at the earliest; null when nothing is to come by itself.
       */
      due_at: string | null;
    };
    PermitState: {
      /** @enum {string} */
      name: 'jev' | 'gpt-6-luna' | 'pplx-decider' | (string & {});
      /** @description Requests of the namespace that wait for leave to be sent, in the process of the broker that answered. */
      waiting: number;
      /** @description How much of the limits of the engine is used; less than 1 for a while after the engine said that it is asked too often. */
      rate_factor: number;
    };
    QueryView: {
      documents: components['schemas']['DocumentView'][];
      next_cursor: string | null;
      /** @description Number of documents on this page with a stale answer, among the judgments that the query includes or filters on. */
      stale_count: number;
      count?: number;
    };
    GroupView: {
      name: string;
      key: string;
      aggregates: {
        [key: string]: components['schemas']['AggregateBody'];
      };
      /** @description The template prefix, when the group is inherited. */
      template?: string;
      /**
       * @description `building`: the documents are being counted, and the values are those of the definition before.
       * @enum {string}
       */
      status: 'building' | 'ready' | (string & {});
      /**
       * Format: date-time
       * @description Every change that was answered before this instant is counted. Null on a prefix, and while nothing is counted.
       */
      as_of: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    AggregateBody: {
      /**
       * @description What is kept of the documents of a key. `count` and `share` count documents, `latest` is the number of the newest one.
       * @enum {string}
       */
      aggregate: 'count' | 'share' | 'sum' | 'mean' | 'min' | 'max' | 'latest';
      /** @description Path of the number: attributes.<name>, state.<dotted path> or answers.<judgment>.<field>. Booleans count 0 and 1. `count` takes it, too, and then counts documents with a value there; `share` takes none. */
      path?: string;
      /** @description Only documents that match it count. `share` needs it. */
      where?: components['schemas']['Filter'];
    };
    /**
     * @description Conditions by path, which all must hold: `id`, `created_at`, `updated_at`, `attributes.<name>`, `state.<dotted path>` or `answers.<judgment>.<field>`. `all`, `any` and `not` combine filters.
     * @example {
     *       "attributes.seller": "s9",
     *       "answers.late.calibrated.p": {
     *         "gte": 0.3
     *       }
     *     }
     */
    Filter: {
      /** @description Every one must hold. */
      all?: components['schemas']['Filter'][];
      /** @description At least one must hold. */
      any?: components['schemas']['Filter'][];
      /** @description Must not hold. */
      not?: components['schemas']['Filter'];
    } & {
      [key: string]: components['schemas']['Condition'];
    };
    /** @description A value that the path must equal, or operators that must all hold. A missing value matches none but `exists: false`. */
    Condition: (string | number | boolean) | (string | number | boolean)[] | components['schemas']['Operators'];
    Operators: {
      /** @description Equals; on an array the whole array. */
      eq?: (string | number | boolean) | (string | number | boolean)[];
      /** @description Is there and does not equal. */
      ne?: (string | number | boolean) | (string | number | boolean)[];
      /** @description Equals one of them. */
      in?: ((string | number | boolean) | (string | number | boolean)[])[];
      /** @description Is there and equals none of them. */
      nin?: ((string | number | boolean) | (string | number | boolean)[])[];
      gt?: string | number;
      gte?: string | number;
      lt?: string | number;
      lte?: string | number;
      /** @description Whether there is a value; null counts as none. */
      exists?: boolean;
      /** @description Begins with it, by bytes. */
      prefix?: string;
      /** @description An element of an array, or a part of a string. */
      contains?: string | number | boolean;
      /** @description An RFC 3339 timestamp no older than this duration, such as `7d`, and not ahead of now. */
      within?: string;
    };
    GroupList: {
      groups: components['schemas']['GroupView'][];
      next_cursor: string | null;
    };
    GroupValues: {
      name: string;
      key: string;
      aggregates: {
        [key: string]: components['schemas']['AggregateBody'];
      };
      /** @description The template prefix, when the group is inherited. */
      template?: string;
      /**
       * @description `building`: the documents are being counted, and the values are those of the definition before.
       * @enum {string}
       */
      status: 'building' | 'ready' | (string & {});
      /**
       * Format: date-time
       * @description Every change that was answered before this instant is counted. Null on a prefix, and while nothing is counted.
       */
      as_of: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      values: components['schemas']['GroupValue'][];
      next_cursor: string | null;
    };
    GroupValue: {
      /** @description Null in the row of further keys. */
      key: string | number | boolean | null;
      documents: number;
      /** @description Documents with a stale answer among those that the group reads; they count at its last value. */
      stale: number;
      /** @description By name. `sum` and those that need a number are null when no document has one; `count` is 0. */
      aggregates: {
        [key: string]: number | null;
      };
      /** @description The row of all keys past the limit of a group. */
      overflow?: boolean;
    };
    SummaryView: {
      into: string;
      groups: string[];
      bands: {
        [key: string]: {
          [key: string]: number[];
        };
      };
      /**
       * Format: date-time
       * @description Since when documents cannot be written; null while they can.
       */
      failing_since: string | null;
      /** @description Why they cannot be written, such as `document_exists` or `summary_overlaps`. */
      failure: string | null;
      /** @description A tenant whose document cannot be written; null while all can, and when no document can. */
      failing_tenant?: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    ImageView: {
      /** @description Image id: `img_` and the SHA-256 of the bytes. */
      id: string;
      /** @enum {string} */
      media_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | (string & {});
      /** @description Size of the image in bytes. */
      bytes: number;
      /** @description Width in pixels, as displayed. */
      width: number;
      /** @description Height in pixels, as displayed. */
      height: number;
      /** @description The bytes in base64; present with `include=data`. */
      data?: string;
    };
    EngineList: {
      engines: components['schemas']['EngineView'][];
    };
    EngineView: {
      /** @enum {string} */
      name: 'jev' | 'gpt-6-luna' | 'pplx-decider' | (string & {});
      version: string | null;
      active: boolean;
      /** @description The epoch in force, `current+<date>.<n>`: that of most answers of the last hour. Another one takes its place when it leads clearly. */
      engine_version: string | null;
      /** @description The other epochs that answered in the last hour, those with most answers first: the provider answers under one name in several versions. */
      also?: components['schemas']['EpochBeside'][];
      /** @description Weight of its answers in billing, whatever answers behind the name. */
      weight: number;
      /**
       * @description What answers behind the name. `built_in`: no model is configured for it, so the built-in engine answers, a lexical model that compares words; each active name without configuration stands for it, at its own weight. Null: the name is not active.
       * @enum {string|null}
       */
      source: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      limits: components['schemas']['EngineLimits'];
      probability_step: number | null;
      /**
       * @description Of a chat model: `logprobs`, its probabilities are those of its first token; `stated`, it writes them, as it does for a choice of more than 18 options in any case. Null: a decision model, which gives them itself.
       * @enum {string|null}
       */
      probability_source?: 'logprobs' | 'stated' | null;
      /** @description Whether the engine is asked; the same for all organizations. */
      circuit?: components['schemas']['EngineCircuit'];
    };
    EpochBeside: {
      /** @description Epoch, `current+<date>.<n>`. */
      engine_version: string;
      /** @description Its share of the answers of the last hour. */
      share: number;
    };
    EngineLimits: {
      /** @description Whether the engine reads images. */
      images: boolean;
      max_context_tokens: number;
      questions_per_request: number;
      options: number;
      levels: number;
    };
    EngineCircuit: {
      /**
       * @description open: the engine failed too often and is not asked until it answers a probe. Answers that wait stay stale.
       * @enum {string}
       */
      state: 'closed' | 'open' | (string & {});
      /**
       * Format: date-time
       * @description Since when it is open, or the engine set up anew while it was; null while closed.
       */
      since: string | null;
      /**
       * Format: date-time
       * @description When the engine is probed next; null while closed.
       */
      next_probe_at: string | null;
    };
    ModelList: {
      /** @description One for each engine name. */
      models: components['schemas']['ModelView'][];
      providers: components['schemas']['ModelProviderView'][];
      not_supported: components['schemas']['UnsupportedProvider'][];
      /** @description Whether private addresses, and plain http, may be saved. */
      private_addresses: boolean;
      /** @description Always true: what is set here gets the documents of all organizations of the installation. */
      decides_for_all: boolean;
    };
    ModelView: {
      /** @enum {string} */
      engine: 'jev' | 'gpt-6-luna' | 'pplx-decider' | (string & {});
      /** @description Whether judgments can ask for this name at all. */
      active: boolean;
      /**
       * @description `operator`: by the configuration, which no owner can change; `start`: by `npm start`, while the example is judged; `owner`: by `PUT /models/{engine}`; `none`: nothing is set, so a local model answers, or the built-in engine.
       * @enum {string}
       */
      set_by: 'operator' | 'start' | 'owner' | 'none' | (string & {});
      /**
       * @description As in `GET /engines`.
       * @enum {string|null}
       */
      source: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /** @description A provider, `built_in`, `extension`, or null where the operator’s entry is none of these. */
      provider: string | null;
      /** @description Without its query; null inside the service. */
      base_url: string | null;
      model: string | null;
      /**
       * @description How a chat model is read; null of others.
       * @enum {string|null}
       */
      reads: 'logprobs' | 'stated' | null;
      /** @description Whether a key is set. No reply has it. */
      has_key: boolean;
      /** @description Names of the headers that are set. */
      headers: string[];
      /** @description Names of the query’s parameters that are set. */
      query: string[];
      /** @description The present epoch. */
      engine_version: string | null;
      /**
       * Format: date-time
       * @description When an owner saved it last; null of others.
       */
      changed_at: string | null;
      /** @description `user:<id>` of who saved it. */
      changed_by: string | null;
      /** @description The organization that they saved it in. */
      changed_in: string | null;
      /** @description Whether a model that an owner saved stands behind the operator’s entry, and answers once that is gone. */
      overridden: boolean;
      /** @description Why what is set cannot be asked, in a sentence; the engine is unavailable meanwhile. */
      problem: string | null;
    };
    ModelProviderView: {
      /** @enum {string} */
      provider:
        | 'openai'
        | 'anthropic'
        | 'azure'
        | 'openrouter'
        | 'ollama'
        | 'vllm'
        | 'custom'
        | 'typesafe'
        | 'perplexity'
        | 'openai_decisions'
        | 'ollama_decisions'
        | (string & {});
      title: string;
      /** @description Used where none is given; null: it must be given. */
      base_url: string | null;
      /** @description Used where none is given; null: it must be given. */
      model: string | null;
      needs_key: boolean;
      /**
       * @description How its chat models are read unless `reads` says otherwise.
       * @enum {string|null}
       */
      reads: 'logprobs' | 'stated' | null;
      /** @description What to know about it, in a sentence. */
      note: string | null;
    };
    UnsupportedProvider: {
      title: string;
      /** @description What to do in place of it. */
      note: string;
    };
    ModelTrial: {
      /** @enum {string} */
      engine: 'jev' | 'gpt-6-luna' | 'pplx-decider' | (string & {});
      /** @description Whether each question was answered. */
      answered: boolean;
      /** @description One for each type of question, in the order of asking. */
      questions: components['schemas']['TriedQuestion'][];
    };
    TriedQuestion: {
      /** @enum {string} */
      type: 'bool' | 'choice' | 'score' | (string & {});
      /** @description The question that was asked, about a fixed text. */
      question: string;
      answered: boolean;
      /** @description Of the server; null where none came. */
      http_status: number | null;
      seconds: number;
      /** @description The model that the reply names. */
      reported_model: string | null;
      /** @description Of a yes/no question. */
      p: number | null;
      /** @description The option of a choice, null for none of them; the level of a score. */
      value: string | number | null;
      /** @description Of a choice or a score: probabilities by option or level. */
      dist: {
        [key: string]: number;
      } | null;
      /** @description Of a score. */
      score: number | null;
      /** @description Why there is no answer, such as `auth`, `no_model`, `stall`; codes may be added. */
      reason: string | null;
      /** @description The same in a sentence, with what to do. It has nothing of the server’s own words. */
      message: string | null;
    };
    JobList: {
      jobs: components['schemas']['JobView'][];
      next_cursor: string | null;
    };
    JobView: {
      id: string;
      type: components['schemas']['JobType'];
      /** @enum {string} */
      status: 'queued' | 'running' | 'done' | 'failed' | (string & {});
      namespace: string | null;
      progress: components['schemas']['JobProgress'];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      finished_at: string | null;
      result_status: number | null;
      result: components['schemas']['JobResult'] | null;
    };
    /**
     * @description Type of a job.
     * @enum {string}
     */
    JobType:
      | 'judgment_create'
      | 'judgment_update'
      | 'judgment_delete'
      | 'backfill'
      | 'backfill_start'
      | 'patch_by_filter'
      | 'delete_by_filter'
      | 'namespace_delete'
      | 'calibration_run'
      | 'alternatives_run'
      | 'repeatability_run'
      | (string & {});
    JobProgress: {
      done: number;
      total: number;
    };
    /** @description The reply that the request would have had at once, or the error envelope. */
    JobResult: {
      [key: string]: unknown;
    };
    BackfillReply: {
      /** @enum {string} */
      status: 'confirmation_required' | 'started' | (string & {});
      /** @description Confirmation token; send the same request with it to begin. */
      confirm: string | null;
      estimate: components['schemas']['EstimateView'] | null;
      job?: components['schemas']['JobView'];
    };
    EstimateView: {
      replay_cost_usd_per_month: number;
      judgments_per_month: number;
      documents: number;
      /** @description New documents (the median of the observed days) and changes of others (their mean) a day. */
      changes_per_day: number;
      /** @description Whole days in which changes were observed; under three the change warns `short_history`. Left out while an upgrade is under way. */
      observed_days?: number;
      /** @description The limit in effect; null when one change concerns one document at most. */
      rolling_limit: number | null;
      /** @description Present when the recipe reads related documents. */
      related?: components['schemas']['RelatedEstimate'];
      existing: components['schemas']['ExistingEstimate'];
    };
    RelatedEstimate: {
      /** @description Changes of related documents a day, over all relations. */
      changes_per_day: number;
      /** @description Mean number of judged documents that one such change concerns. */
      documents_per_change: number;
      /** @description Judgings a day that they cause, within debounce and rolling limit. */
      judgments_per_day: number;
    };
    ExistingEstimate: {
      documents: number;
      judgment_units: number;
      cost_usd: number;
    };
    TriedJudgment: {
      documents: components['schemas']['TriedDocument'][];
      usage: components['schemas']['UsageView'];
    };
    TriedDocument: {
      document: string;
      /** @description False where `applies_to` leaves the document out; it is not judged then. */
      applies?: boolean;
      answer: components['schemas']['AnswerView'];
      context: components['schemas']['ContextView'];
    };
    ContextView: {
      /** @description The context that the engine would read. */
      text: string;
      tokens: number;
      size_class: string;
      truncated: boolean;
      cuts: components['schemas']['CutView'][];
      hash: string;
    };
    CutView: {
      path: string;
      /** @enum {string} */
      kind: 'related_items' | 'array_items' | 'text_tail' | 'fields' | 'images' | (string & {});
      dropped: number;
    };
    JudgedDocuments: {
      documents: components['schemas']['DocumentView'][];
      /** @description Ids that were left out because the response would exceed 8 MiB. */
      remaining?: string[];
      /** @description Always empty: an id that does not exist is a refusal. */
      missing?: string[];
      /** @description Documents that got a new answer; of a dry run: those that would be asked about. */
      asked?: number;
      /** @description Documents that keep the answer that they had. */
      kept?: number;
      /** @description Only of a dry run: the price. */
      estimate?: components['schemas']['JudgePrice'];
      usage: components['schemas']['UsageView'];
    };
    JudgePrice: {
      /** @description Judgment units at most: an answer whose context has not changed is not asked for. */
      judgment_units: number;
      /** @description USD of these units, by the organization's rates of now. */
      cost_usd: number;
    };
    JudgmentChange: {
      /** @enum {string} */
      status:
        | 'created'
        | 'version_created'
        | 'unchanged'
        | 'activated'
        | 'dry_run'
        | 'confirmation_required'
        | 'updated'
        | (string & {});
      judgment: components['schemas']['JudgmentView'] | null;
      /** @description The version that the definition is. On a dry run and before a confirmation: the version that it equals already, which a create makes active; null when it would be a new one. */
      version: number | null;
      definition: components['schemas']['JudgmentDefinition'];
      /** @description In effect now; on a dry run and before a confirmation: once the request is made. Left out only while an upgrade is under way. */
      settings?: components['schemas']['JudgmentSettings'];
      estimate: components['schemas']['EstimateView'] | null;
      confirm: string | null;
      ignored: string[];
      warnings: components['schemas']['Warning'][];
      /** @description The contexts of up to three sampled documents, on a dry run. */
      contexts?: components['schemas']['SampleContext'][];
      /** @description The backfill that the request started. */
      job?: components['schemas']['JobView'];
    };
    JudgmentView: {
      name: string;
      active_version: number;
      freshness: components['schemas']['FreshnessView'];
      /** @description The thresholds in force, by name. */
      thresholds: components['schemas']['Thresholds'];
      /** @description Settings of outcomes, when the judgment has any. */
      outcomes?: components['schemas']['OutcomeSettings'];
      /** @description Settings of alternatives, when the judgment has any. */
      alternatives?: components['schemas']['AlternativesSettings'];
      /** @description Settings of the review queue, when they are not as by default. */
      queue?: components['schemas']['QueueSettings'];
      /** @description Definition of the active version. */
      definition: components['schemas']['JudgmentDefinition'];
      /** @description The template prefix, when the judgment is inherited. */
      template?: string;
      overrides?: string[];
      /**
       * @description What stands behind the name of its engine now; answers tell what stood behind it when they were given. Null: the name is not active.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      stats: components['schemas']['JudgmentStats'];
    };
    FreshnessView: {
      /** @enum {string} */
      policy: 'on_read' | 'on_change' | 'interval' | 'manual' | (string & {});
      debounce_ms: number;
      max_wait_ms: number;
      interval?: string;
      fanout: components['schemas']['FanoutSettingsView'];
    };
    FanoutSettingsView: {
      scope?: components['schemas']['FanoutScopeBody'];
      debounce_ms: number;
      max_wait_ms: number;
      rolling_limit: number;
      block_cap: number;
    };
    FanoutScopeBody: {
      /** @description Only documents created within this time. */
      created_within?: string;
      /** @description Only documents that this filter matches. */
      where?: components['schemas']['Filter'];
    };
    /** @description Thresholds by name. */
    Thresholds: {
      [key: string]: components['schemas']['Threshold'];
    };
    /** @description Of a bool: a probability that `p` must reach, or a bound on a feature. Of a choice: a bound on an option or on `escape_p`. Of a score: a bound on `score` or `normalized`. */
    Threshold:
      | number
      | components['schemas']['FeatureThreshold']
      | components['schemas']['OptionThreshold']
      | components['schemas']['FieldThreshold'];
    /** @description Exactly one of `gte` and `lte`. */
    FeatureThreshold: {
      feature: string;
      gte?: number;
      lte?: number;
    };
    /** @description Exactly one of `gte` and `lte`. */
    OptionThreshold: {
      option: string;
      gte?: number;
      lte?: number;
    };
    /** @description Exactly one of `gte` and `lte`. */
    FieldThreshold: {
      /** @enum {string} */
      field: 'escape_p' | 'score' | 'normalized';
      gte?: number;
      lte?: number;
    };
    OutcomeSettings: {
      /** @description The first one that matches decides. */
      rule?: components['schemas']['OutcomeRule'][];
      /** @description Of a bool: an answer without an outcome after this time has the outcome no. */
      implicit?: {
        /** @description A duration, such as `30d`. */
        after: string;
      };
    };
    /** @description A document that matches `when` has this outcome. */
    OutcomeRule: {
      /** @description By the judgment's type. */
      value?: boolean | string | number;
      /**
       * @description In place of a value: no option fits.
       * @constant
       */
      escape?: true;
      /** @description Reads `attributes` and `state` only. */
      when: components['schemas']['Filter'];
    };
    AlternativesSettings: {
      automatic?: boolean;
      skip_engines?: components['schemas']['EngineRef'][];
      outcomes?: components['schemas']['CalibrationOutcomeFilter'] | null;
    };
    CalibrationOutcomeFilter: {
      /** @description Empty or left out means every source. */
      sources?: ('posted' | 'rule' | 'queue' | 'implicit')[];
      /**
       * Format: date-time
       * @description Takes outcomes observed at or after this time.
       */
      since?: string;
      /**
       * Format: date-time
       * @description Takes outcomes observed before this time.
       */
      until?: string;
    };
    QueueSettings: {
      /** @description Share of labelled items, 0 to 1, that stay in the queue until a second author has labelled them. */
      second_label_share?: number;
    };
    /** @description A version in normal form: with all defaults, and without optional members that the client left out. */
    JudgmentDefinition:
      | components['schemas']['BoolDefinition']
      | components['schemas']['ChoiceDefinition']
      | components['schemas']['ScoreDefinition'];
    BoolDefinition: {
      /** @constant */
      type: 'bool';
      name: string;
      question: string;
      context: components['schemas']['ContextRecipe'];
      engine: components['schemas']['EngineRef'];
      /** @description How long after the answer its outcome is observed; `0s` by default. */
      horizon: string;
      /** @description Left out: the judgment applies to every document. */
      applies_to?: components['schemas']['Filter'];
      /** @description How to decide. */
      criteria?: string | components['schemas']['TwoSidedCriteria'];
      /** @description The questions of a composite judgment. */
      parts?: components['schemas']['DefinitionPart'][];
      /** @description Numbers stored beside each answer. */
      features?: components['schemas']['Feature'][];
    };
    /** @description What the engine reads of a document. */
    ContextRecipe: {
      /** @description Paths; the text follows their order. */
      fields: string[];
      /** @description Number of newest elements to read, by array path. */
      last_n?: {
        [key: string]: number;
      };
      window?: components['schemas']['ArrayWindows'];
      max_tokens?: number;
      /** @description Relations by name. */
      related?: {
        [key: string]: components['schemas']['Relation'];
      };
      /** @description The document as an earlier judging read it. */
      previous?: {
        fields: string[];
        /** @enum {string} */
        anchor: 'last_answer' | 'last_change' | 'first_answer';
      };
    };
    /** @description Age of elements to read, by array path. */
    ArrayWindows: {
      [key: string]: components['schemas']['Window'];
    };
    Window: {
      /** @description Path of a timestamp. */
      at: string;
      /** @description A duration, such as `30d`. */
      within: string;
    };
    /** @description Documents of the same namespace that are read beside the judged one. */
    Relation: {
      /** @description A document is related when both sides have an equal value. */
      join: {
        theirs: string;
        mine: string;
      };
      where?: components['schemas']['Filter'];
      fields: string[];
      order_by: {
        path: string;
        /** @enum {string} */
        direction: 'asc' | 'desc';
      }[];
      last_n: number;
      window?: components['schemas']['Window'];
      answers?: components['schemas']['UpstreamAnswer'][];
    };
    /** @description Another judgment's answer about the related document: in bands, cut, or the option of a choice. */
    UpstreamAnswer: {
      judgment: string;
      /** @enum {string} */
      field?: 'p' | 'score' | 'normalized' | 'escape_p';
      bands?: number[];
      cut?: number;
      value?: boolean;
    };
    TwoSidedCriteria: {
      true?: string;
      false?: string;
    };
    DefinitionPart: {
      name: string;
      question: string;
    };
    /** @description A number of the document, the age of a timestamp, the answer before, or a number over related documents. */
    Feature:
      | {
          name: string;
          from: string;
        }
      | {
          name: string;
          age_of: string;
          /** @enum {string} */
          unit: 'minutes' | 'hours' | 'days' | (string & {});
        }
      | {
          name: string;
          /** @constant */
          previous: 'p';
        }
      | {
          name: string;
          /** @description Name of a relation of the recipe. */
          of: string;
          /** @enum {string} */
          aggregate: 'count' | 'share' | 'sum' | 'mean' | 'min' | 'max' | 'latest' | (string & {});
          path?: string;
          where?: components['schemas']['Filter'];
          window?: components['schemas']['Window'];
        };
    ChoiceDefinition: {
      /** @constant */
      type: 'choice';
      name: string;
      question: string;
      context: components['schemas']['ContextRecipe'];
      engine: components['schemas']['EngineRef'];
      /** @description How long after the answer its outcome is observed; `0s` by default. */
      horizon: string;
      /** @description Left out: the judgment applies to every document. */
      applies_to?: components['schemas']['Filter'];
      /** @description How to decide. */
      criteria?: string;
      /** @description The options, or the relation whose documents they are. */
      options: components['schemas']['ChoiceOption'][] | components['schemas']['OptionsFrom'];
      escape: {
        description: string;
      };
    };
    ChoiceOption: {
      value: string;
      description?: string;
    };
    OptionsFrom: {
      /** @description Name of a relation of the recipe. */
      from: string;
      /** @description Paths of a related document that describe it as an option. */
      show: string[];
    };
    ScoreDefinition: {
      /** @constant */
      type: 'score';
      name: string;
      question: string;
      context: components['schemas']['ContextRecipe'];
      engine: components['schemas']['EngineRef'];
      /** @description How long after the answer its outcome is observed; `0s` by default. */
      horizon: string;
      /** @description Left out: the judgment applies to every document. */
      applies_to?: components['schemas']['Filter'];
      /** @description How to decide. */
      criteria?: string;
      levels: components['schemas']['ScoreLevel'][];
    };
    ScoreLevel: {
      value: number;
      description: string;
    };
    JudgmentStats: {
      /** Format: date */
      day: string;
      evaluations: number;
      spend_usd: number;
      tokens_per_document: number;
      truncation_rate: number;
      error_rate: number;
      freshness_lag_p90_ms: number;
      /** @description Left out where the judgment has no relation that fans out, on a prefix, whose namespaces have a limit each, and in lists of several namespaces. */
      fanout?: components['schemas']['FanoutUse'];
    };
    FanoutUse: {
      /** @description Answers that fan-out has asked in the last 24 hours. */
      used_24h: number;
      /** @description Answers that it may ask in any 24 hours: `rolling_limit` in effect. */
      limit: number;
      /** @description Answers that wait for room, counted up to 10,000; 0 while none is deferred. */
      deferred: number;
      /**
       * Format: date-time
       * @description When there is room again; null while nothing is deferred, or as it stands never.
       */
      resumes_at: string | null;
    };
    JudgmentSettings: {
      freshness: components['schemas']['FreshnessView'];
      thresholds: components['schemas']['Thresholds'];
      /** @description Empty: what is posted is the only outcome. */
      outcomes: components['schemas']['OutcomeSettings'];
      alternatives: components['schemas']['AlternativesSettings'];
      /** @description Of the review queue. */
      queue?: components['schemas']['QueueSettings'];
    };
    Warning: {
      /** @description What is allowed but probably not meant, such as `field_not_found`; codes may be added. */
      code: string;
      /** @description JSON pointer into the request. */
      path: string;
      /** @description What was seen, and what to do. */
      message: string;
    };
    SampleContext: {
      namespace: string;
      document: string;
      text: string;
      tokens: number;
      size_class: string;
      truncated: boolean;
      cuts: components['schemas']['CutView'][];
    };
    JudgmentList: {
      judgments: components['schemas']['JudgmentView'][];
    };
    PlacedJudgmentList: {
      judgments: components['schemas']['PlacedJudgment'][];
      next_cursor: string | null;
    };
    PlacedJudgment: {
      /** @description The namespace, or the template prefix, that it is defined on. */
      namespace: string;
      name: string;
      /** @enum {string} */
      type: 'bool' | 'choice' | 'score' | (string & {});
      /** @description The question of the active version. */
      question: string;
      active_version: number;
      /** @description The engine of the active version. */
      engine?: components['schemas']['EngineRef'];
      /**
       * @description What stands behind the name of its engine now; null: the name is not active.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /** @description Today's figures; those of a template count every namespace that inherits it. */
      stats: components['schemas']['JudgmentStats'];
      /** @description The same of the day before, whole; left out by builds from before 28 November 2026. */
      stats_yesterday?: components['schemas']['JudgmentStats'];
    };
    BuiltInAnswersList: {
      /** @description By place and name. */
      judgments: components['schemas']['BuiltInAnswers'][];
      /** @description True when there are more than a reply names, or more than 500 judgments to look at. */
      more: boolean;
    };
    BuiltInAnswers: {
      /** @description The namespace, or the template prefix, that it is defined on. */
      namespace: string;
      name: string;
      /** @enum {string} */
      type: 'bool' | 'choice' | 'score' | (string & {});
      /** @description The engine of the active version. */
      engine: components['schemas']['EngineRef'];
      /**
       * @description What stands behind the name of its engine now.
       * @enum {string|null}
       */
      engine_source: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /** @description Current answers of documents to which it applies that the built-in engine gave. Null: there was no time to count them. */
      answers: number | null;
      /** @description True where it has more than 50,000 answers: 20,000 of them were looked at, and there may be more. */
      at_least: boolean;
      job: components['schemas']['JobView'] | null;
    };
    JudgmentFigures: {
      /** @description One a day without gaps, oldest first; the last is today. */
      days: components['schemas']['DayFigures'][];
    };
    DayFigures: {
      /**
       * Format: date
       * @description A day, UTC.
       */
      day: string;
      /** @description Answers that were made. */
      evaluations: number;
      /** @description Asks that ended without an answer. */
      failures: number;
      /** @description Answers to a context that was cut to fit. */
      truncated: number;
      /** @description Tokens of the contexts. */
      tokens: number;
      /** @description Total in USD. */
      spend_usd: number;
      /** @description Median time from a change to its answer. */
      freshness_lag_p50_ms: number;
      /** @description 90th percentile of the time from a change to its answer. */
      freshness_lag_p90_ms: number;
    };
    AnswerDistribution: {
      /** @description The number, as in the query. */
      on: string;
      /** @description Current answers of the judgment, those included that wait or could not be made. Documents that never asked for an answer have none. */
      answers: number;
      /** @description True when there are more than 200,000 answers: then the members below describe a sample of them. */
      sampled: boolean;
      /** @description Answers that the members below describe: all, or a random sample that stays the same. */
      read: number;
      /** @description How many of `read` have the number. */
      numbers: number;
      /** @description 201 numbers, ascending: the least, then each that ends one more 200th part of them, last the greatest; empty without any. */
      quantiles: number[];
      /** @description Of `read`. */
      by_status: components['schemas']['AnswersByStatus'];
      /** @description Of `read`: answers of a choice or score by value, most first; at most 300 values. Empty for a bool. */
      by_value: components['schemas']['AnswersOfValue'][];
    };
    AnswersByStatus: {
      fresh: number;
      stale: number;
      /** @description Answers that wait to be made for the first time. */
      pending: number;
      unavailable: number;
    };
    AnswersOfValue: {
      /** @description An option, or a level; null for the escape, and for answers that have no value yet. */
      value: string | number | null;
      answers: number;
    };
    VersionList: {
      versions: components['schemas']['VersionItem'][];
      next_cursor: string | null;
    };
    VersionItem: {
      version: number;
      /** Format: date-time */
      created_at: string;
      definition: components['schemas']['JudgmentDefinition'];
    };
    NamespaceList: {
      namespaces: components['schemas']['NamespaceItem'][];
      /** @description With `delimiter` alone; they share its pages. */
      prefixes?: components['schemas']['NamespacePrefixView'][];
      next_cursor: string | null;
    };
    NamespaceItem: {
      name: string;
      /** Format: date-time */
      created_at: string;
    };
    NamespacePrefixView: {
      /** @description Ends with a slash; send it as `prefix` to look below it. */
      prefix: string;
      /** @description Namespaces that begin so; 1,000 stands for 1,000 or more. */
      namespaces: number;
      /** @description The template prefix whose judgments they inherit. */
      template: string;
    };
    NamespaceView: {
      name: string;
      /** Format: date-time */
      created_at: string;
      budget: components['schemas']['BudgetView'] | null;
      budget_paused: boolean;
      pinned: boolean;
      default_engine: components['schemas']['EngineRef'] | null;
      deleting: boolean;
      stats: components['schemas']['NamespaceStats'];
      fanout: components['schemas']['FanoutView'];
    };
    BudgetView: {
      compute_usd_per_month: number;
      /** @enum {string} */
      on_exceeded: 'pause';
    };
    NamespaceStats: {
      documents: number;
      bytes: number;
      spend_month_usd: number;
      periodic_cost_usd_per_month: number;
      freshness_lag_p90_ms: number;
    };
    FanoutView: {
      enabled: boolean;
      share: number;
      debounce_ms: number;
      max_wait_ms: number;
      rolling_limit: number;
      block_cap: number;
    };
    PendingCounts: {
      /** @description In the order of service; reasons for which nothing waits are left out. */
      pending: components['schemas']['PendingCount'][];
      /** @description Judging is paused because the budget is spent. */
      paused: boolean;
    };
    PendingCount: {
      /**
       * @description `deferred`: fan-out past its rolling limit, which waits until it may go on.
       * @enum {string}
       */
      reason: 'on_read' | 'on_change' | 'backfill' | 'fanout' | 'scoring' | 'deferred' | (string & {});
      /** @description Answers that wait; 10,000 stands for 10,000 or more. */
      answers: number;
      /** @description How long the one that has waited longest waits, among those that are counted, in seconds. */
      oldest_s: number;
    };
    ApiKeyView: {
      id: string;
      /** @description The readable start of the key. */
      prefix: string;
      /** @enum {string} */
      role: 'read_write' | 'read_only' | (string & {});
      scope: string;
      description: string | null;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The last request, to a minute.
       */
      last_used_at: string | null;
      /** @description `key:<id>`, `user:<id>` or `operator`. */
      made_by: string | null;
      /** @description The key itself, in the reply of its creation only. */
      key?: string;
    };
    ApiKeyList: {
      api_keys: components['schemas']['ApiKeyView'][];
      next_cursor: string | null;
    };
    OrganizationView: {
      id: string;
      name: string;
      /** @enum {string} */
      plan: 'developer' | 'team' | 'scale' | (string & {});
      suggestions: boolean;
      /** @description Whether members may post outcomes. */
      members_may_label: boolean;
      non_production_prefixes: string[];
      /** Format: date-time */
      created_at: string;
    };
    OrganizationQuotas: {
      /** @enum {string} */
      plan: 'developer' | 'team' | 'scale' | (string & {});
      /** @description UTC month in which the judgments are counted, `YYYY-MM`. */
      month: string;
      /** @description Judgments of the month: charged, and held for asks that run now. */
      judgments: components['schemas']['QuotaUse'];
      namespaces: components['schemas']['QuotaUse'];
      documents: components['schemas']['QuotaUse'];
      /** @description Stored size of attributes and state, GiB (2^30 bytes). */
      gib: components['schemas']['QuotaUse'];
    };
    QuotaUse: {
      /** @description Null when the plan has no limit. */
      limit: number | null;
      used: number;
    };
    AuditList: {
      /** @description Newest first. */
      changes: components['schemas']['AuditEntry'][];
      next_cursor: string | null;
    };
    AuditEntry: {
      /** @description `aud_..`. */
      id: string;
      /** Format: date-time */
      at: string;
      /** @description `key:<id>`, `user:<id>` or `operator`. */
      actor: string;
      /** @description What was done, such as `member.removed`. */
      action: string;
      /** @description Id of what was changed. */
      target: string | null;
      /** @description Who made the link by which the actor came in and who could have used it, until the actor sets a password. */
      link_made_by: string | null;
      /** @description What was changed, before. */
      before: {
        [key: string]: unknown;
      } | null;
      /** @description What was changed, after. */
      after: {
        [key: string]: unknown;
      } | null;
      /** @description Who `actor` is. */
      actor_details: components['schemas']['AuditParty'];
      target_details: components['schemas']['AuditParty'] | null;
      link_made_by_details: components['schemas']['AuditParty'] | null;
    };
    AuditParty: {
      /**
       * @description A later version may say another word.
       * @enum {string}
       */
      kind: 'person' | 'key' | 'session' | 'provider' | 'model' | 'organization' | 'operator' | 'other' | (string & {});
      /** @description Its id without the kind; `operator` for who runs the service. */
      id: string;
      /** @description A person's or provider's name, a key's description; null where there is none. */
      name: string | null;
      /** @description The address of a person, and of the person of a session; of a former member the one last written here. */
      email: string | null;
      /** @description Whether it is still there: a member, a key not revoked, a session not ended. */
      current: boolean;
    };
    UsageReport: {
      month: string;
      judgment_units: number;
      tokens: number;
      /** @description Cost of judging only. */
      cost_usd: number;
      /** @description Namespaces with a write or a judged answer in the month; the tenant fee counts them. */
      active_namespaces: number;
      /** @description Units by judgment name: the 100 names with the most. */
      by_judgment?: {
        [key: string]: number;
      };
      /** @description A page of the namespaces, by name, of about 1 MiB at most. The figures beside it are of all of them. */
      namespaces: components['schemas']['UsageLine'][];
      next_cursor?: string | null;
      /** @description Fee for the active namespaces. */
      tenant_fee_usd?: number;
      /** @description GiB-months of pinned namespaces. */
      pinned_gib_months?: number;
      pinned_cost_usd?: number;
      /** @description Sum of judging, tenant fee and pinned namespaces. */
      total_cost_usd?: number;
      /**
       * Format: date-time
       * @description When the month was closed; its report no longer changes after that.
       */
      closed_at?: string | null;
    };
    UsageLine: {
      namespace: string;
      judgment_units: number;
      tokens: number;
      cost_usd: number;
      by_judgment: {
        [key: string]: number;
      };
      /** @description GiB-months kept resident by pinning: size times share of the month. */
      pinned_gib_months?: number;
    };
    UsageDays: {
      /** @description UTC month, `YYYY-MM`. */
      month: string;
      /** @description Each day of the month until today, also those without a charge. */
      days: components['schemas']['UsageDay'][];
      /** @description Charges of the month without a day: days are kept for 400 days, and releases before this one kept none. */
      undated: components['schemas']['UsageFigures'];
    };
    UsageDay: {
      judgment_units: number;
      tokens: number;
      /** @description Cost of judging only, USD, rounded so that the days and `undated` add up to the month. */
      cost_usd: number;
      /** @description UTC day, `YYYY-MM-DD`. */
      day: string;
    };
    UsageFigures: {
      judgment_units: number;
      tokens: number;
      /** @description Cost of judging only, USD, rounded so that the days and `undated` add up to the month. */
      cost_usd: number;
    };
    OutcomesPosted: {
      recorded: number;
      replaced: number;
      unchanged: number;
      matched: number;
      unmatched: components['schemas']['UnmatchedOutcome'][];
    };
    UnmatchedOutcome: {
      document: string;
      /** @description `no_answer_at_as_of`, `no_such_document`, `answer_not_found`, `document_deleted` or `answer_expired`. */
      reason: string;
      /** Format: date-time */
      first_answer_at?: string;
    };
    OutcomeList: {
      outcomes: components['schemas']['OutcomeView'][];
      next_cursor: string | null;
    };
    OutcomeView: {
      id: string;
      /** @description The namespace of the document: at a template, outcomes of several are listed. */
      namespace: string;
      document: string;
      value: boolean | string | number | null;
      escape: boolean;
      /** @enum {string} */
      source: 'posted' | 'rule' | 'queue' | 'implicit' | (string & {});
      author?: components['schemas']['OutcomeAuthor'] | null;
      /** Format: date-time */
      observed_at: string;
      answer: string | null;
      /** @description `as_of` as it was sent: a timestamp, or `latest`; null when it was left out. */
      as_of: string | null;
      /** @description Why it labels no answer, as the reply to the post said; null when it labels one. */
      unmatched: string | null;
      /** @description True when the answer may have known what happened: `as_of` is `latest` or later than `observed_at`, or the answer was judged after it. */
      hindsight: boolean;
      /** Format: date-time */
      created_at: string;
    };
    OutcomeAuthor: {
      /** @enum {string} */
      type: 'user' | 'key' | 'rule' | 'implicit' | (string & {});
      /** @description Id of the account or the key; null for a rule and an implicit outcome. */
      id: string | null;
    };
    CalibrationReport: {
      version: number | null;
      /** @description The epoch of the labels; null without labels. */
      engine_version: string | null;
      /**
       * @description What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an epoch, and of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /** @description How the figures were counted: 1 each label once; 2 labels weighted to stand for all answers, documents as the unit. Figures stored with a fit keep theirs. */
      rule?: number;
      /** @enum {string} */
      type: 'bool' | 'choice' | 'score' | (string & {});
      fit: string | null;
      /** Format: date-time */
      fitted_at: string | null;
      fit_outcomes: components['schemas']['LabelFilterView'] | null;
      /** @description Number of labels that the fit was made of; null without a fit. */
      fit_labels: number | null;
      /**
       * @description How `calibrated` of answers is made.
       * @enum {string}
       */
      read_with: 'raw' | 'calibrated' | 'features' | (string & {});
      /** @description For a bool: share of yes, labels weighted to stand for all answers; null without labels. */
      base_rate: number | null;
      /** @description Wilson, 95 %, by document. */
      base_rate_interval: number[] | null;
      /** @description Classes of a choice (the escape last) or a score; empty for a bool. */
      classes: components['schemas']['ClassCount'][];
      /**
       * @description Which answers `base_rate`, `classes` and the bins speak for: `all` current answers, or the `labelled` ones alone, because some answers lie where there are no labels, because all answers were not counted, or because what happens has moved (`drift.worse`). Left out by builds from before it.
       * @enum {string}
       */
      speaks_for?: 'all' | 'labelled' | (string & {});
      answers?: components['schemas']['AnswersBesideView'] | null;
      labels: components['schemas']['ReportLabels'];
      excluded: components['schemas']['ExcludedLabels'];
      /** @description Bins of held-out reads, made as `read_with` says; for several classes of the most probable one. */
      bins: components['schemas']['BinView'][];
      /** @description Bins of the raw answers. */
      raw_bins: components['schemas']['BinView'][];
      /** @description Labels by their held-out read in 20 bins of equal width, from 0 to 1; reports from before it have none. */
      histogram?: number[];
      /** @description The same of the raw answers. */
      raw_histogram?: number[];
      held_out: components['schemas']['HeldOutView'];
      /** @description Three metrics of `held_out.raw`; null without labels. */
      raw: components['schemas']['RawMetrics'];
      /** @description By name of the threshold. */
      thresholds: {
        [key: string]: components['schemas']['ThresholdPerformance'];
      };
      drift: components['schemas']['DriftView'] | null;
      agreement?: components['schemas']['AgreementView'] | null;
      choice: components['schemas']['FitChoiceView'] | null;
      /** @description Of a choice, by the reads in use: each observed value with the likeliest one. Beyond twelve options the 50 pairs that are confused most; else empty. */
      confusion?: components['schemas']['ConfusedValues'][];
      /** @description Of a score, by the reads in use; else empty. */
      level_bias?: components['schemas']['LevelBiasView'][];
      /** @description Labels whose likeliest value did not come true, those first whose observed value was read as the least probable. */
      errors?: components['schemas']['WrongLabel'][];
      verdict?: components['schemas']['VerdictView'];
      repeatability?: components['schemas']['RepeatabilityView'] | null;
      /** @description Only with `by`. */
      segments?: components['schemas']['SegmentsView'];
      notices: components['schemas']['ReportNotice'][];
      /**
       * Format: date-time
       * @description When the figures were counted.
       */
      computed_at: string;
    };
    LabelFilterView: {
      /** @description Sources of the labels; null means every source. */
      sources: string[] | null;
      /**
       * Format: date-time
       * @description Labels observed at or after this time.
       */
      since: string | null;
      /**
       * Format: date-time
       * @description Labels observed before this time.
       */
      until: string | null;
    };
    ClassCount: {
      /** @description An option, or a level as text; null is the escape. */
      value: string | null;
      labels: number;
      /** @description Share of labels, weighted. */
      share: number;
      /** @description Mean probability that the raw answers gave it, weighted. */
      mean_p: number;
    };
    AnswersBesideView: {
      /** @description Answers that were counted. */
      count: number;
      /** @description True when there are more than 200,000: then about 20,000 of them, drawn at random, were counted. */
      sampled: boolean;
      /**
       * Format: date-time
       * @description When they were counted: at most an hour ago, or up to 36 hours while they cannot be counted anew.
       */
      counted_at: string;
      /** @description Chance of labels that lie so far from the answers, if they were drawn from them; below 0.01 a notice tells it. */
      p: number;
      /** @description Share of the answers in strata without a label. */
      unlabelled: number;
      /** @description By tenths of p or `normalized`, or by option. */
      strata: components['schemas']['StratumView'][];
    };
    StratumView: {
      /** @description From this p of a bool or `normalized` of a score on; null for a choice. */
      low: number | null;
      /** @description Below this number; 1 is the last one. Null for a choice. */
      high: number | null;
      /** @description For a choice: the most probable option; null for the escape, and for other types. */
      value: string | null;
      /** @description Share of the answers. */
      answers: number;
      /** @description Share of the labels, those of the review queue weighted. */
      labels: number;
    };
    ReportLabels: {
      count: number;
      by_source: components['schemas']['SourceCounts'];
      hindsight: number;
      /** @description Documents of the labels that the figures use. Left out by builds from before it. */
      documents?: number;
      /** @description Labels that the figures use; of more than 100,000 a fixed sample. */
      used: number;
      sampled: boolean;
      outcomes: components['schemas']['LabelFilterView'] | null;
    };
    SourceCounts: {
      posted: number;
      queue: number;
      rule: number;
      implicit: number;
    };
    ExcludedLabels: {
      /** @description Labels of the same version that were judged in another epoch of the engine. */
      other_epoch: number;
      /** @description Labels on an answer for which another label counts: what most authors say, at a tie what was observed last. */
      superseded: number;
      /** @description Labels left out by `sources`, `since` or `until`. */
      filtered: number;
      /** @description Labels in non-production namespaces, in a template's report. */
      non_production: number;
      /** @description Labels whose answer has no number to compare with. */
      no_number: number;
      /** @description Labels whose value is no option or level of this version. */
      option_gone: number;
      /** @description Outcomes that label no answer. */
      unmatched: number;
    };
    BinView: {
      /** @description Lowest read in the bin. */
      low: number;
      /** @description Highest read in the bin. */
      high: number;
      /** @description Labels in it. */
      n: number;
      /** @description Documents of its labels. Left out of figures from before it. */
      documents?: number;
      /** @description Share of all labels, weighted, in (0, 1]. */
      occupancy: number;
      /** @description Weighted mean. */
      mean_p: number;
      /** @description Share of its labels that came true, weighted. */
      observed: number;
      /** @description Clopper and Pearson, 95 %, by document, of `observed`. */
      interval: number[] | null;
    };
    HeldOutView: {
      /**
       * @description Which answers `raw` and `calibrated` speak for: `all` current answers, or the `labelled` ones alone, because some answers lie where there are no labels, because all answers were not counted, or because what happens has moved (`drift.worse`). Left out by builds from before it.
       * @enum {string}
       */
      speaks_for?: 'all' | 'labelled' | (string & {});
      raw: components['schemas']['HeldOutMetrics'] | null;
      calibrated: components['schemas']['HeldOutMetrics'] | null;
      /** @description Log loss of the features alone, for a judgment with features. Null for one tenant of a template and beside a filter. */
      features_only: number | null;
      base_rate?: components['schemas']['BaseRateMetrics'] | null;
      /** @description 1 - log loss of the reads in use (`calibrated` unless `read_with` is raw) / log loss of the base rate: 0 is no better. */
      skill?: number | null;
      /** @description By document, the losses in pairs, 95 %. */
      skill_interval?: number[] | null;
    };
    HeldOutMetrics: {
      /** @description In nats. */
      log_loss: number;
      /** @description Student by document, skewness removed, 95 %. */
      log_loss_interval: number[] | null;
      /** @description In [0, 1] for a bool; for several classes their sum, in [0, 2]. */
      brier: number | null;
      /** @description Student by document, skewness removed, 95 %. */
      brier_interval: number[] | null;
      /** @description Debiased, bins of equal mass; for several classes of the most probable one; null below 50 labels. */
      ece: number | null;
      /** @description Always null: a figure that is folded at 0 has no interval that covers. Compare `ece` with `ece_noise_floor`. */
      ece_interval: number[] | null;
      ece_noise_floor: components['schemas']['NoiseFloorView'] | null;
      /** @description Plug-in estimate, ten bins of equal width. Biased upward; use it only to compare with published figures. */
      ece_equal_width: number | null;
      /** @description For a bool. Of calibrated reads in the order in which the fit puts answers: 0.5 where it reads all the same. */
      auroc: number | null;
      /** @description DeLong, 95 %; where documents have several labels, or labels are weighted, by Obuchowski. */
      auroc_interval: number[] | null;
      precision_at_5: number | null;
      /** @description Clopper-Pearson, 95 %, by document. */
      precision_at_5_interval: number[] | null;
      precision_at_10: number | null;
      /** @description Clopper-Pearson, 95 %, by document. */
      precision_at_10_interval: number[] | null;
      /** @description Share of labels whose likeliest value came true; for a score, whose level nearest to `score` did. */
      accuracy: number;
      /** @description Wilson, 95 %, by document. */
      accuracy_interval: number[] | null;
      /** @description For a score: share of labels whose likeliest level, which is `value`, came true; reports from before it have none. */
      accuracy_of_value?: number | null;
      /** @description Wilson, 95 %, by document. */
      accuracy_of_value_interval?: number[] | null;
      /** @description For a score: mean distance to the observed number, in the levels' unit. */
      mean_absolute_error: number | null;
      /** @description For a score: quadratic weighted kappa of the nearest levels. */
      kappa: number | null;
    };
    NoiseFloorView: {
      /** @description Mean calibration error that perfectly calibrated reads would show. */
      mean: number;
      /** @description 95th percentile of the calibration error of perfectly calibrated reads. */
      high: number;
    };
    BaseRateMetrics: {
      /** @description In nats. */
      log_loss: number;
      /** @description Student, skewness removed, 95 %. */
      log_loss_interval: number[] | null;
      /** @description In [0, 1] for a bool; for several classes their sum, in [0, 2]. */
      brier: number;
      /** @description Student, skewness removed, 95 %. */
      brier_interval: number[] | null;
      /** @description Share of the labels that are of the commonest class; for a score, of the level nearest to the mean. */
      accuracy: number;
      /** @description Wilson, 95 %. */
      accuracy_interval: number[] | null;
      /** @description For a score: share of the labels that are of the commonest level. */
      accuracy_of_value: number | null;
      /** @description Wilson, 95 %. */
      accuracy_of_value_interval: number[] | null;
      /** @description For a score: mean distance of the labels' mean to each number, in the levels' unit. */
      mean_absolute_error: number | null;
    };
    RawMetrics: {
      /** @description Mean of -ln of the probability given to what happened, in nats. */
      log_loss: number | null;
      brier: number | null;
      accuracy: number | null;
    };
    ThresholdPerformance: {
      /** @description The threshold in force, as it was set. */
      threshold: components['schemas']['Threshold'];
      /** @description Labels that it was counted on. Left out by builds from before it. */
      n?: number;
      /** @description Documents of these labels. */
      documents?: number;
      /** @description Share of all current answers that meet the threshold. Of labelled answers where the current ones were not counted, and for thresholds on a feature, on an option or with `lte`. */
      flagged: number;
      /**
       * @description Which answers precision and recall speak for: `all` current answers, or the `labelled` ones alone, because some answers lie where there are no labels, because all answers were not counted, or because what happens has moved (`drift.worse`). Left out by builds from before it.
       * @enum {string}
       */
      speaks_for?: 'all' | 'labelled' | (string & {});
      /** @description Null when no answer meets the threshold. */
      precision: number | null;
      /** @description Wilson, 95 %, by document. */
      precision_interval: number[] | null;
      /** @description One-sided 95 % bound. */
      precision_at_least: number | null;
      /** @description Null when no label is positive. */
      recall: number | null;
      /** @description Wilson, 95 %, by document. */
      recall_interval: number[] | null;
      /** @description One-sided 95 % bound. */
      recall_at_least: number | null;
    };
    DriftView: {
      /** Format: date-time */
      since: string;
      /** Format: date-time */
      until: string;
      labels: number;
      /** @description Documents of these labels: labels of one document count as one. */
      documents?: number;
      /** @description The fit that reads these labels: the last one made at or before `since`; null with a `reason`. */
      fit?: string | null;
      /** Format: date-time */
      fit_made_at?: string | null;
      /** @description Mean log loss of these labels as `fit` reads them; without it as the fit in force does, each held out. */
      log_loss: number;
      /** @description Held-out log loss when that fit was made; of a filter, a namespace of a template or a filtered fit, that of the labels before `since`. */
      expected_log_loss: number;
      /** @description Student, skewness removed, 95 %, of `log_loss`. */
      log_loss_interval: number[] | null;
      /** @description For a bool: `mean_read`. */
      mean_p: number | null;
      /** @description Mean of what was read: of a bool the share of yes, of a score in the unit of its levels, of `options.from` the share of the likeliest; null for another choice. */
      mean_read?: number | null;
      /** @description What came true, in the unit of `mean_read`; null where that is. */
      observed: number | null;
      /** @description Of a choice; empty for others. */
      options?: components['schemas']['DriftOption'][];
      /** @description How strongly what came true follows what was read: 1 is right, below 1 reads are too sure; null untested. */
      slope?: number | null;
      /** @description Empty with a `reason`. */
      tests?: components['schemas']['DriftTestView'][];
      /**
       * @description Why nothing is tested: no fit is from before `since`, no label is, or the labels are of one document; null where tests are.
       * @enum {string|null}
       */
      reason?: 'no_fit_before' | 'no_labels_before' | 'too_few_documents' | null;
      /** @description True when a test has p of at most 0.05: the labels are not what the fit reads, beyond noise. */
      worse: boolean;
      /**
       * @description Which answers these figures speak for: `all` current answers, or the `labelled` ones alone, because some answers lie where there are no labels, because all answers were not counted, or because what happens has moved (`drift.worse`). Left out by builds from before it.
       * @enum {string}
       */
      speaks_for?: 'all' | 'labelled' | (string & {});
    };
    DriftOption: {
      /** @description The option; null for the escape. */
      option: string | null;
      /** @description Mean probability that `fit` gives it. */
      mean_read: number;
      /** @description Share of the labels in which it came true. */
      observed: number;
    };
    DriftTestView: {
      /**
       * @description `mean`: as much came true as was read. `slope`: what was read is neither too sure nor too careful. `loss`: the log loss is no worse than promised.
       * @enum {string}
       */
      test: 'mean' | 'slope' | 'loss' | (string & {});
      /** @description With `mean` of a choice: the option that differs most beyond noise, null for the escape; else left out. */
      option?: string | null;
      /** @description Student's t, `documents` less one degrees of freedom; below 0 where less came true than was read. */
      statistic: number;
      /** @description Two-sided, of `loss` one-sided; corrected for the three tests and for the options. */
      p: number;
    };
    AgreementView: {
      /** @description Krippendorff's alpha of the latest label of each author, nominal for a bool and a choice, interval for a score: 1 is full agreement, 0 what chance gives. Null where all labels have the same value. */
      alpha: number | null;
      /** @description Bootstrap over documents, 95 %. */
      interval: number[] | null;
      /** @description Answers that two or more people or keys have labelled; of more than 10,000 labels the oldest ones. */
      answers: number;
      /** @description People and keys that labelled them. */
      authors: number;
    };
    FitChoiceView: {
      /** @description Always false: the chosen loss is the least of several losses on the same labels. */
      out_of_sample: boolean;
      candidates: components['schemas']['ReadingCandidate'][];
    };
    ReadingCandidate: {
      /** @description `raw`, `platt`, `beta`, `isotonic`, `parts`, `features`, `temperature`, `bias`, `vector` or `ordinal`. */
      map: string;
      /** @description Mean cross-fitted log loss, in nats. */
      log_loss: number;
      chosen: boolean;
    };
    ConfusedValues: {
      /** @description The option that came true; null is the escape. */
      observed: string | null;
      /** @description The likeliest option; null is the escape. */
      read: string | null;
      labels: number;
      /** @description Share of the labels of `observed`, in (0, 1]. */
      share: number;
      /** @description Wilson by document, 95 %, of `share`. */
      interval: number[];
    };
    LevelBiasView: {
      level: number;
      /** @description Labels whose read score is nearest to the level. */
      labels: number;
      /** @description Mean of the read scores, in the levels' unit. */
      mean_read: number;
      /** @description `mean_read` minus the mean of what came true: above 0 the reads are too high. */
      bias: number;
      /** @description Student by document, 95 %, of `bias`. */
      interval: number[] | null;
    };
    WrongLabel: {
      /** @description The namespace of the document. */
      namespace: string;
      document: string;
      /** @description What came true; null is the escape. */
      observed: boolean | string | number | null;
      /** @description The probability that the held-out read gave it, in [0, 1]. */
      p: number;
    };
    VerdictView: {
      /**
       * @description Of the reads in use: `better` than always saying the base rate, beyond chance; `no_better`; `drifted`: better, and worse in the last 30 days than the fit promised; `few_labels` (below 50); `no_labels`; `not_compared`: counted before there was the comparison.
       * @enum {string}
       */
      code: 'better' | 'no_better' | 'drifted' | 'few_labels' | 'no_labels' | 'not_compared' | (string & {});
      sentence: string;
    };
    RepeatabilityView: {
      /**
       * Format: date-time
       * @description When the run ended.
       */
      asked_at: string;
      /** @description Answers that were asked at least twice. */
      answers: number;
      /** @description Asks of each answer. */
      times: number;
      version: number;
      /** @description The epoch that was asked; a report of another one does not show the figures. */
      engine_version: string;
      /** @description Asks that another epoch answered, and that no figure counts. Left out by builds from before it. */
      other_epoch?: number;
      /** @description Of a bool: standard deviation of log odds, in nats. */
      sd_logit: number | null;
      /** @description Of a bool: standard deviation of p. */
      sd_p: number | null;
      /** @description Of a score: standard deviation of `normalized`. */
      sd_normalized: number | null;
      value_changes: components['schemas']['RepeatedShareView'] | null;
      /** @description How often an answer changes side, by the name of a threshold in force when the run ended; those on features are left out. */
      flips: {
        [key: string]: components['schemas']['RepeatedShareView'];
      };
    };
    RepeatedShareView: {
      /** @description Share of current answers that come out differently when they are asked twice. */
      share: number;
      /** @description Wilson, 95 %, by document. */
      interval: number[];
    };
    SegmentsView: {
      /** @description The attribute, as it was asked for. */
      by: string;
      /** @description Values that labels have, also those that count as `other`. */
      distinct: number;
      /** @description At most twenty values, most labels first, and then the other kinds. */
      values: components['schemas']['SegmentView'][];
    };
    SegmentView: {
      /**
       * @description `value`; `other` values past the twenty with most labels; `none`: the document had no such attribute, or null; `not_kept`: a label of before attributes were kept, of a document that is deleted, or a value that is a list or too long to keep.
       * @enum {string}
       */
      kind: 'value' | 'other' | 'none' | 'not_kept' | (string & {});
      /** @description Null unless `kind` is `value`. */
      value: string | number | boolean | null;
      labels: number;
      /** @description Documents of the labels; intervals and tests count each once. */
      documents: number;
      /** @description For a bool: share of yes; otherwise null. */
      base_rate: number | null;
      /** @description Mean p of a bool, mean probability of the likeliest class of a choice, mean score of a score. */
      mean_read: number;
      /** @description Share of yes of a bool, share of a choice whose likeliest class came true, mean outcome of a score. */
      observed: number;
      /** @description Of `observed`: Wilson, or Student of a score, 95 %, by document; null of a score below two documents. */
      observed_interval: number[] | null;
      /** @description Mean log loss, in nats. */
      log_loss: number;
      /** @description `mean_read` minus `observed`: above 0 where more is read than comes true. */
      gap: number;
      /** @description Probability of such a gap where the reads are right, times the number of segments that have one (Bonferroni), at most 1; null below ten documents or five open outcomes. */
      gap_p: number | null;
      /** @description Whether the gap is beyond noise: `gap_p` below 0.05. */
      differs: boolean;
    };
    ReportNotice: {
      /** @description `no_fit`, `few_labels` (below 50), `one_class`, `queue_labels`, `sampled`, `labels_unlike_answers` (`answers.p` is below 0.01), `answers_not_counted`, `worse_than_raw` (the fit loses more than the raw answers, beyond noise, and more than learning costs), `drifted` (`drift.worse`; it names the tests), `ranks_backwards` (the interval of raw AUROC lies below 0.5), `ranks_nothing` (it holds 0.5, and nine in ten calibrated reads lie within 0.1), `no_better_than_base_rate` (from 50 labels on, the interval of `held_out.skill` does not lie above 0), `still_miscalibrated` (the calibrated `ece` is above three times the mean of its noise floor), `stands_since`. */
      code: string;
      message: string;
    };
    LabelTable: {
      version: number | null;
      /** @description The epoch of the labels; null without labels. */
      engine_version: string | null;
      /**
       * @description What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an epoch, and of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /** @enum {string} */
      type: 'bool' | 'choice' | 'score' | (string & {});
      /** @description The fit that reads the labels. */
      fit: string | null;
      /** @description Of a choice its options and null for the escape, of a score its levels; empty for a bool. Where each answer has options of its own: places by probability, of which zeros are padding. */
      classes: (string | number | null)[];
      /** @description Smallest probability that losses count with, half a step of the engine. */
      floor: number;
      /** @description Labels of all pages. */
      labels: number;
      /** @description Whether they are a fixed share of more than 100,000. */
      sampled: boolean;
      /** @description The same on two pages when no label changed between them. */
      snapshot: string;
      rows: components['schemas']['LabelItem'][];
      next_cursor: string | null;
    };
    LabelItem: {
      /** @description Id of the answer of record, `ans_..`. */
      answer: string;
      /** @description Null when the outcome was retracted, or its namespace deleted, after the fit. */
      outcome: string | null;
      /** @description Null as `outcome`. */
      namespace: string | null;
      /** @description Null as `outcome`. */
      document: string | null;
      /** @description Number of the document in this table: labels with the same one are of one document. */
      unit: number;
      /** @enum {string} */
      source: 'posted' | 'rule' | 'queue' | 'implicit' | (string & {});
      hindsight: boolean;
      /** Format: date-time */
      observed_at: string;
      /** @description What happened; null for the escape, and as `outcome` where each answer has options of its own. */
      value: boolean | string | number | null;
      escape: boolean;
      /** @description Of a bool 1 or 0; otherwise the place in `classes` of what happened. */
      y: number;
      /** @description As the engine answered: p of a bool, else a probability for each of `classes`. */
      raw: number[];
      /** @description As a fit reads it that did not know it; null without a fit. */
      calibrated: number[] | null;
      /** @description Of a score: the engine's own, where it gave one; otherwise null. */
      score: number | null;
      /** @description How many labels it counts for in every weighted figure; the weights sum to the number of labels. */
      weight: number;
    };
    VerdictList: {
      /** @description By name, of judgments in force here whose active version has a fit; others are left out. */
      verdicts: components['schemas']['JudgmentVerdict'][];
    };
    JudgmentVerdict: {
      judgment: string;
      verdict: components['schemas']['VerdictView'];
      /** @description The fit that was made then, `fit_..`. */
      fit: string;
      /** @description Labels that it stands on. */
      labels: number;
      /**
       * Format: date-time
       * @description When the fit was made.
       */
      fitted_at: string;
    };
    CalibrationHistory: {
      /** @description Newest first. */
      fits: components['schemas']['PastFit'][];
      /** @description Weeks with labels of the active version and its newest epoch, oldest first; on the first page alone. */
      weeks: components['schemas']['ReadWeek'][];
      /**
       * @description Which answers `weeks` speak for: `all` current answers, or the `labelled` ones alone, because some answers lie where there are no labels, because all answers were not counted, or because what happens has moved (`drift.worse`). Left out by builds from before it.
       * @enum {string}
       */
      speaks_for?: 'all' | 'labelled' | (string & {});
      /** @description Weeks in which the current answers were counted, oldest first; on the first page alone. */
      answers?: components['schemas']['AnswerWeek'][];
      next_cursor: string | null;
    };
    PastFit: {
      /** @description Fit id, `fit_..`. */
      fit: string;
      version: number;
      /** @description The epoch of the engine whose answers it reads. */
      engine_version: string;
      /**
       * @description What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an epoch, and of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /** @description True when the fit before it was of another epoch; false for the first. */
      new_epoch: boolean;
      /** Format: date-time */
      made_at: string;
      /** @enum {string} */
      read_with: 'raw' | 'calibrated' | 'features' | (string & {});
      /** @description How the figures were counted: 1 each label once; 2 labels weighted to stand for all answers, documents as the unit. Figures of unlike rules do not compare. */
      rule?: number;
      labels: components['schemas']['LabelCounts'];
      /** @description Documents of the labels; null for a fit from before `rule` 2. */
      documents?: number | null;
      outcomes: components['schemas']['LabelFilterView'] | null;
      /** @description Of the answers as the fit reads them, in nats. */
      log_loss: number | null;
      /** @description Student, skewness removed, 95 %. */
      log_loss_interval: number[] | null;
      /** @description Of the answers as the engine gave them, in nats. */
      raw_log_loss: number | null;
      /** @description Calibration error as the fit reads them; null below 50 labels. */
      ece: number | null;
      /** @description Calibration error as the engine gave them; null below 50 labels. */
      raw_ece: number | null;
      ece_noise_floor: components['schemas']['NoiseFloorView'] | null;
    };
    LabelCounts: {
      count: number;
      by_source: components['schemas']['SourceCounts'];
      hindsight: number;
    };
    ReadWeek: {
      /**
       * Format: date
       * @description Monday of the week, UTC.
       */
      week: string;
      /** @description Labels that were observed in it. */
      labels: number;
      /** @description Documents of these labels. */
      documents?: number;
      /** @description Weighted mean of the reads, each held out; for several classes of the most probable one. */
      mean_read: number;
      /** @description Share of the labels that came true, weighted. */
      observed: number;
      /** @description Wilson, 95 %, by document, of `observed`. */
      interval: number[];
    };
    AnswerWeek: {
      /**
       * Format: date
       * @description Monday of the week, UTC.
       */
      week: string;
      /**
       * Format: date-time
       * @description When they were counted last in it, for a fit or a report.
       */
      counted_at: string;
      /** @description Current answers with a number. */
      n: number;
      /** @description Whether they are a sample of all. */
      sampled: boolean;
      /** @description Population stability index against the mean of up to 12 weeks before, by tenth of p or of `normalized`, or by option: by custom 0.1 is some change and 0.25 much; null for the first week. */
      psi: number | null;
      /** @description Chi-square of the same; too large rather than too small, since most answers stand in both counts. */
      p: number | null;
    };
    ThresholdRecommendation: {
      version: number;
      /** @description The epoch whose answers were used. */
      engine_version: string | null;
      /**
       * @description What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an epoch, and of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      on: string;
      target: string;
      /** @description Answers at or above the threshold are flagged; null means that it flags none. */
      threshold: number | null;
      /** @description True when the target is reached with 95 % confidence: of precision at each of at most 20 steps from the strictest threshold down to this one. False when only the labels at hand meet it, and always of fewer than 30 documents and where the answers rank nothing, the last 30 days drifted, or answers without a label near them could break it (`notices`); null for cost. */
      holds: boolean | null;
      /** @description Number of labelled answers that were used. */
      n: number;
      /** @description Number of documents that they are of. Left out by builds from before it. */
      documents?: number;
      /** @description Number of positive labels among them. */
      positives: number;
      /** @description Share of all current answers that the threshold would flag; of labelled answers where the current ones were not counted, and for a choice. */
      flagged: number;
      /**
       * @description Which answers precision, recall, cost and curve speak for: `all` current answers, or the `labelled` ones alone, because some answers lie where there are no labels, because all answers were not counted, or because what happens has moved (`drift.worse`). Left out by builds from before it.
       * @enum {string}
       */
      speaks_for?: 'all' | 'labelled' | (string & {});
      precision: components['schemas']['ShareEstimate'] | null;
      recall: components['schemas']['ShareEstimate'] | null;
      /** @description For cost: the sum over the labelled answers, of which the threshold is the cheapest. `decision` counts it held out. */
      cost: number | null;
      decision?: components['schemas']['DecisionView'] | null;
      /** @description Estimated number of labels after which a threshold holds with a chance of 80 %; null when it holds, for cost, or when more labels would not help. */
      labels_needed: number | null;
      /** @description The same in documents, at least 30. Left out by builds from before it. */
      documents_needed?: number | null;
      /** @description True when a fixed share of more than 100,000 labels was used. */
      sampled: boolean;
      /** @description Performance by threshold, in descending order. */
      curve: components['schemas']['CurvePointView'][];
      /** @description `ranks_nothing` or `ranks_backwards`: the interval of AUROC holds 0.5 or lies below it, so no threshold is promised. `few_documents`: the labels are of fewer than 30. `drifted`: `drift.worse` of the report, so none is promised of the answers of now. `labels_unlike_answers` and `answers_not_counted` as in a report. Left out by builds from before it. */
      notices?: components['schemas']['ReportNotice'][];
    };
    ShareEstimate: {
      value: number;
      /** @description 95 % interval, by document. The labels chose the threshold where they are lucky, so it is Wilson at 99 %, which then covers 95 %. */
      interval: number[];
      /** @description One-sided 95 % bound of this threshold alone, by document: Clopper and Pearson for precision, Wilson for recall. At least the target where it `holds`. */
      at_least: number;
    };
    DecisionView: {
      /** @description The recommended threshold first, then those in force by name, none and all. */
      rows: components['schemas']['DecisionRow'][];
      /** @description In descending order of thresholds; each point is counted on all labels. */
      curve: components['schemas']['CostPointView'][];
    };
    DecisionRow: {
      /**
       * @description The recommended threshold, one in force that compares the same number, flagging none, or flagging all.
       * @enum {string}
       */
      flags: 'recommended' | 'in_force' | 'none' | 'all' | (string & {});
      /** @description Name of the threshold in force; null for the others. */
      name: string | null;
      /** @description Answers at or above it are flagged; null for `none` and `all`. */
      threshold: number | null;
      /** @description Mean cost of an answer, in the unit of the costs. Of the recommended threshold it is counted held out: on each tenth of the documents, at the threshold that the other nine choose. */
      cost: number;
      /** @description 95 %, by document. */
      cost_interval: number[] | null;
      /** @description What the recommended threshold saves an answer against this row; below 0 where it costs more. Null for itself. */
      saves: number | null;
      /** @description 95 %, of the same labels in pairs. Holds 0 where nothing is proven. */
      saves_interval: number[] | null;
    };
    CostPointView: {
      /** @description Null flags none. */
      threshold: number | null;
      /** @description Mean cost of an answer, in the unit of the costs. */
      cost: number;
      /** @description 95 %, by document. */
      cost_interval: number[] | null;
    };
    CurvePointView: {
      threshold: number;
      flagged: number;
      precision: number;
      recall: number;
      /** @description 95 % interval (Wilson) of `precision`. Left out by builds from before it. */
      precision_interval?: number[] | null;
      /** @description 95 % interval (Wilson) of `recall`. Left out by builds from before it. */
      recall_interval?: number[] | null;
    };
    QueueView: {
      version: number;
      items: components['schemas']['QueueItem'][];
      /** @description Always null; new items follow when the present ones are labelled. */
      next_cursor: string | null;
    };
    QueueItem: {
      namespace: string;
      document: string;
      /** @description Id of an answer of record, `ans_..`. */
      answer: string;
      document_version: number;
      /** Format: date-time */
      judged_at: string;
      /** @description Probability of yes (bool). */
      p?: number;
      /** @description The score (score). */
      score?: number;
      /** @description The most probable option or level (choice, score). */
      value?: string | number | null;
      escape_p?: number;
      dist?: {
        [key: string]: number;
      };
      /**
       * @description The main reason why the item was drawn.
       * @enum {string}
       */
      reason: 'near_threshold' | 'under_covered' | 'random' | (string & {});
      /** @description Number of answers that the item stands for: the inverse of the probability with which its draw took it. A draw takes up to 100 of the answers that no draw took before. */
      weight: number;
      /** Format: date-time */
      drawn_at: string;
      /** @description Whether somebody else has labelled it: what they said is not shown. */
      second_opinion?: boolean;
    };
    AlternativesTable: {
      version: number;
      /** @description Epoch of the fit whose labelled answers are used; null before a fit. */
      engine_version: string | null;
      /**
       * @description What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an epoch, and of epochs that ended before a build that keeps it.
       * @enum {string|null}
       */
      engine_source?: 'built_in' | 'local' | 'hosted' | 'simulator' | null;
      /** @enum {string} */
      status: 'not_run' | 'quoting' | 'running' | 'ready' | 'none' | (string & {});
      /** @enum {string|null} */
      reason:
        | 'awaiting_confirm'
        | 'awaiting_run'
        | 'nothing_to_score'
        | 'too_few_outcomes'
        | 'composite'
        | 'inherited'
        | 'budget_paused'
        | 'nothing_better'
        | 'accuracy_would_drop'
        | 'superseded'
        | null;
      /** @description The status in a sentence. */
      message: string;
      /** @description Whether a run starts by itself after a fit, at most monthly. */
      automatic: boolean;
      /** @description Engines that the judgment skips as automatic alternatives. */
      skip_engines: components['schemas']['EngineRef'][];
      labels: components['schemas']['AlternativesLabels'];
      /** @description Engine and named alternatives scored this month. */
      corrected_for: number;
      quote: components['schemas']['AlternativesQuote'] | null;
      current: components['schemas']['AlternativesCurrent'] | null;
      /** @description Engine and named alternatives first, then narrowings. */
      alternatives: components['schemas']['Alternative'][];
      /** @description Cheaper alternatives that may be asked before the version, cheapest first. Results of older runs have none. */
      cascades?: components['schemas']['AlternativesCascade'][];
      /** @description Why `cascades` is empty, in a sentence; null when it is not. */
      cascades_reason?: string | null;
      /**
       * @description The answers that figures and verdicts are true of: `all` current ones, or such as are `labelled`, where labels lie elsewhere than the answers or the answers were not counted. Null before a score.
       * @enum {string|null}
       */
      speaks_for?: 'all' | 'labelled' | null;
      suggestion: components['schemas']['SuggestedAlternative'] | null;
      headline: string | null;
      /** Format: date-time */
      computed_at: string | null;
      /**
       * Format: date-time
       * @description When the next automatic run may start; null while `automatic` is off.
       */
      next_run_after: string | null;
      plan_required: components['schemas']['AlternativesPlanRequired'] | null;
      /** @description What the run used; in the result of its job only. */
      usage?: components['schemas']['UsageView'];
    };
    AlternativesLabels: {
      /** @description Labelled answers that each alternative is scored on. */
      count: number;
      /** @description True when the fit had more and a fixed sample is used. */
      sampled: boolean;
      outcomes: components['schemas']['CalibrationOutcomeFilter'] | null;
    };
    AlternativesQuote: {
      /** @enum {string} */
      status: 'ready' | 'quoting' | (string & {});
      /** @description Moves whenever alternatives, outcomes or engines change; sent to confirm this quote. */
      generation: number;
      /** Format: date-time */
      computed_at: string | null;
      labels: number;
      alternatives: components['schemas']['QuotedAlternative'][];
      /** @description Need not be an integer: a further part of a request costs a quarter, and an engine has a weight. */
      judgment_units: number;
      tokens: number;
      cost_usd: number;
      detectable: components['schemas']['DetectableGain'];
      /** @description `name version` of engines that would get labelled contexts for the first time. */
      new_providers: string[];
      upstream: components['schemas']['QuotedUpstream'][];
      /** @description Why nothing could be priced. */
      reason: string | null;
    };
    QuotedAlternative: {
      id: components['schemas']['AlternativeId'];
      /** @enum {string} */
      contexts: 'stored' | 'narrowed' | 'live' | (string & {});
      /** @description Labelled answers that would be asked about. */
      labels: number;
      tokens: number;
      /** @description Need not be an integer: a further part of a request costs a quarter, and an engine has a weight. */
      judgment_units: number;
      cost_usd: number;
      /** @description Confirming sends labelled contexts to a provider that is new to the namespace. */
      new_provider: boolean;
    };
    /** @description Id of an alternative: it follows from its definition, and stays the same when it is named again. */
    AlternativeId: string;
    DetectableGain: {
      /** @description In nats. */
      log_loss: number;
      auroc: number | null;
      /** @description The alternatives that it is corrected for. */
      k: number;
    };
    QuotedUpstream: {
      alternative: components['schemas']['AlternativeId'];
      judgment: string;
      documents: number;
      /** @description Need not be an integer: a further part of a request costs a quarter, and an engine has a weight. */
      judgment_units: number;
      cost_usd: number;
    };
    AlternativesCurrent: {
      held_out: components['schemas']['AlternativeHeldOut'];
      cost_per_answer: number;
    };
    AlternativeHeldOut: {
      /** @enum {string} */
      read_with: 'raw' | 'calibrated' | 'features' | (string & {});
      /** @description Mean log loss in nats. */
      log_loss: number;
      ece: number | null;
      brier: number | null;
      auroc: number | null;
      precision_at_5: number | null;
      precision_at_10: number | null;
      accuracy: number;
      /** @description Log loss of the features alone, of a judgment with features. */
      features_only: number | null;
    };
    Alternative: {
      id: components['schemas']['AlternativeId'];
      /** @enum {string} */
      source: 'automatic' | 'named' | (string & {});
      /** @description A wording that a language model drafted and the caller posted. */
      drafted: boolean;
      /** @description `key:<id>` or `user:<id>`. */
      named_by: string | null;
      /** Format: date-time */
      named_at: string | null;
      /** @description What differs from the active version, in words. */
      differs: string[] | null;
      /** @description The whole definition, to post as a version. */
      definition: components['schemas']['JudgmentDefinition'] | null;
      /** @description Whether it counts in `corrected_for`; narrowings do not. */
      in_k: boolean;
      /** @enum {string} */
      contexts: 'stored' | 'narrowed' | 'live' | (string & {});
      /** @enum {string|null} */
      as_of: 'now' | null;
      /** @description Labelled answers that it has an answer for. */
      labels: number;
      labels_skipped: components['schemas']['LabelsSkipped'];
      /** @description Judgment units per answer, at its engine's weight. */
      cost_per_answer: number | null;
      /** @description A narrowing's saving per answer, as a share of the version's cost. */
      unit_reduction: number | null;
      held_out: components['schemas']['AlternativeHeldOut'] | null;
      change: components['schemas']['AlternativeChange'] | null;
      /** @enum {string} */
      verdict: 'better' | 'no_worse' | 'worse' | 'untested' | 'unscored' | (string & {});
      /** @description Ranks outcomes better by AUROC beyond noise, after the same correction. */
      moves_ranking: boolean;
      /** Format: date-time */
      scored_at: string | null;
      billed: components['schemas']['AlternativeBilled'] | null;
    };
    LabelsSkipped: {
      /** @description Their documents were deleted. */
      deleted: number;
      /** @description An image of theirs was erased. */
      image_erased: number;
      /** @description The context cannot be cut exactly, or is kept no longer. */
      not_derivable: number;
      /** @description The engine gave no answer. */
      failed: number;
      /** @description Another epoch of the engine answered, which answers in several in turn. Left out where there is none. */
      other_epoch?: number;
    };
    AlternativeChange: {
      log_loss: components['schemas']['AlternativeTest'];
      auroc: components['schemas']['AlternativeTest'] | null;
      /** @description Accuracy of the alternative minus that of the version. */
      accuracy: number;
    };
    AlternativeTest: {
      /** @description Alternative minus version. */
      difference: number;
      /** @description Standard error of the difference. */
      standard_error: number;
      /** @description The difference in standard errors; null without an error. The p of `log_loss` is not its tail: it is of the guarded t, which adds one pessimistic difference to the labels (docs/methods.md, verdicts on alternatives). */
      statistic: number | null;
      /** @description One-sided p that the alternative is better, before correction: of log loss by the guarded t, of AUROC by the normal tail of `statistic` (of Student where documents have several labels, or labels stand for different numbers of answers). */
      p: number;
      /** @description `p` after correction for `corrected_for`; null for a narrowing. */
      p_corrected: number | null;
      /** @description Alternatives scored this month; 0 for a narrowing. */
      corrected_for: number;
      /** @description The largest loss that the labels allow: the upper end of a one-sided interval of 95 % of what the alternative is worse by, in the unit of `difference`; 0 where it can only be better. Results of runs from before this member have none. */
      loses_at_most?: number;
    };
    AlternativeBilled: {
      judgment_units: number;
      cost_usd: number;
    };
    AlternativesCascade: {
      first: components['schemas']['AlternativeId'];
      /** @enum {string} */
      then: 'version';
      /** @description The alternative's calibrated answer stands below this probability. */
      low: number;
      /** @description And above this one, 1 - `low`. Between them the version is asked. */
      high: number;
      /** @description Share of the answers about which the version is asked, too. */
      asked: number;
      /** @description Judgment units per answer, of both. The version alone is `current.cost_per_answer`. */
      cost_per_answer: number;
      /** @description Share of the documents that the version alone answers rightly and the cascade wrongly, by 0.5. */
      harmed: number;
      /** @description At most, with 95 % confidence for all cascades of the table together. A cascade is listed where it is at most 0.02, here and at each threshold. */
      harmed_at_most: number;
      /** @description Share of right answers, by 0.5. */
      accuracy: number;
      /** @description The same of the version alone, on the same labels. */
      version_accuracy: number;
      /** @description Thresholds on `p` that are as they were when the alternative was scored. */
      thresholds: components['schemas']['CascadeThreshold'][];
    };
    CascadeThreshold: {
      /** @description The threshold's name. */
      name: string;
      /** @description On the version's `p`. */
      threshold: number;
      /** @description Whose boolean is another than the version's. No label is needed for it. */
      differs: number;
      /** @description At most, with the confidence of the cascade. */
      differs_at_most: number;
      /** @description Whose boolean is wrong by their labels where the version's is right. */
      harmed: number;
      /** @description At most, with the confidence of the cascade. */
      harmed_at_most: number;
    };
    SuggestedAlternative: {
      id: components['schemas']['AlternativeId'];
      /** @enum {string} */
      because: 'better' | 'cheaper' | (string & {});
    };
    AlternativesPlanRequired: {
      message: string;
      /** @enum {string} */
      capability: 'alternatives';
      /** @enum {string} */
      required_plan: 'team' | 'scale' | (string & {});
      /** @enum {string} */
      plan: 'developer' | 'team' | 'scale' | (string & {});
    };
    RepeatabilityReply: {
      /** @enum {string} */
      status: 'confirmation_required' | 'started' | (string & {});
      /** @description Confirmation token; send the same request with it to begin. */
      confirm: string | null;
      estimate: components['schemas']['RepeatabilityEstimate'];
      job?: components['schemas']['JobView'];
    };
    RepeatabilityEstimate: {
      /** @description Answers whose context is kept; fewer than asked for where there are no more. */
      answers: number;
      times: number;
      /** @description Requests to the engine. */
      asks: number;
      judgment_units: number;
      tokens: number;
      cost_usd: number;
    };
    DraftList: {
      drafts: components['schemas']['Draft'][];
    };
    Draft: {
      question: string;
      criteria: components['schemas']['Criteria'] | null;
    };
    /** @description How to decide: a text, or for a bool one for each side. */
    Criteria: string | components['schemas']['TwoSidedCriteria'];
    SuggestedPartList: {
      parts: components['schemas']['SuggestedPart'][];
    };
    SuggestedPart: {
      name: string;
      question: string;
    };
    StarterList: {
      /** @description Grows when the list changes. */
      version: number;
      starters: components['schemas']['StarterView'][];
    };
    StarterView: {
      /** @description Starter id, `<topic>.<name>`. */
      id: string;
      title: string;
      summary: string;
      placeholders: components['schemas']['PlaceholderView'][];
      definition: components['schemas']['StarterDefinition'];
      /** @description Suggested settings of outcomes. */
      outcomes: components['schemas']['OutcomeSettings'];
    };
    PlaceholderView: {
      name: string;
      /** @enum {string} */
      kind: 'path' | 'text' | 'number' | 'option_list' | (string & {});
      description: string;
      /** @description An example value of this kind. */
      example:
        | string
        | number
        | (
            | string
            | number
            | {
                [key: string]: unknown;
              }
          )[];
      /** @description True when the value may be left out; the member that contains the placeholder is then left out too. */
      optional: boolean;
    };
    /** @description Members of a create, with `{placeholder}` for each value. */
    StarterDefinition: {
      [key: string]: unknown;
    };
    SubscriptionView: {
      name: string;
      filter: components['schemas']['Filter'];
      endpoint: string | null;
      on: string[];
      include: string[];
      initial: string;
      min_hold: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description The template prefix, when the subscription is inherited. */
      template?: string;
      /** @description Documents of the namespace that match now; 1,000 stands for 1,000 or more. Reads show it, on a namespace, unless too many documents wait to match later. */
      members?: number;
      /** @description Notes: `policy_never_fires` (a judgment that is judged on reads alone), `endpoint_deleted`. */
      warnings?: components['schemas']['Warning'][];
    };
    SubscriptionList: {
      subscriptions: components['schemas']['SubscriptionView'][];
      next_cursor: string | null;
    };
    EndpointView: {
      id: string;
      url: string;
      events: string[];
      namespace_prefix: string;
      description: string | null;
      max_per_second: number | null;
      /** @enum {string} */
      status: 'active' | 'failing' | 'disabled' | (string & {});
      enabled: boolean;
      /** Format: date-time */
      failing_since?: string;
      /** Format: date-time */
      previous_secret_expires_at?: string;
      stats: components['schemas']['EndpointStats'];
      /** Format: date-time */
      created_at: string;
      /** @description Shown on create and rotation, and on a get by a read_write key that manages the endpoint. */
      secret?: string;
    };
    EndpointStats: {
      deliveries_24h: number;
      success_rate_24h: number | null;
      /** Format: date-time */
      last_delivery_at: string | null;
    };
    TestSent: {
      /** @description The `webhook-id`; the delivery log shows the test under it. */
      id: string;
      /** @enum {string} */
      type:
        | 'subscription.entered'
        | 'subscription.exited'
        | 'job.completed'
        | 'job.failed'
        | 'namespace.budget_paused'
        | 'namespace.budget_resumed'
        | 'judgment.fanout_deferred'
        | 'judgment.fanout_caught_up'
        | 'namespace.summary_failed'
        | 'calibration.fitted'
        | 'alternatives.ready'
        | 'webhook_endpoint.failing'
        | 'webhook_endpoint.disabled'
        | 'webhook.test'
        | (string & {});
      /** Format: date-time */
      timestamp: string;
      data: components['schemas']['EventData'];
      /** @description Always true, so that receivers can tell it from a real event. */
      test: boolean;
    };
    /** @description Data of the event type, as published under `webhooks` of the OpenAPI document. */
    EventData: {
      [key: string]: unknown;
    };
    EndpointList: {
      webhook_endpoints: components['schemas']['EndpointView'][];
      next_cursor: string | null;
    };
    EndpointDeleted: {
      deleted: boolean;
    };
    DeliveryList: {
      deliveries: components['schemas']['DeliveryView'][];
      next_cursor: string | null;
    };
    DeliveryView: {
      /** @description Delivery id, `dlv_..`; a redelivery has its own. */
      id: string;
      /** @description Event id, which every attempt sends as `webhook-id`. */
      event_id: string;
      event_type: string;
      /** @description Present and true for test sends only. */
      test?: boolean;
      /** @enum {string} */
      status: 'pending' | 'succeeded' | 'failed' | 'skipped' | (string & {});
      /** @description Attempts begun, of at most nine; a recovery starts again at 0. */
      attempts: number;
      /**
       * Format: date-time
       * @description Present while the delivery waits; absent while an attempt is under way.
       */
      next_attempt_at?: string;
      /**
       * Format: date-time
       * @description When the latest attempt ended; null before the first attempt.
       */
      attempted_at: string | null;
      /** @description HTTP status of the latest response; null without a response. */
      status_code: number | null;
      /** @description Duration of the latest attempt in milliseconds. */
      latency_ms: number | null;
      /**
       * @description Why the latest attempt failed.
       * @enum {string|null}
       */
      error: 'timeout' | 'dns' | 'tls' | 'connect' | 'blocked_address' | 'http_status' | null;
      /** @description The first 1,024 bytes of the latest response. */
      response: string | null;
      /**
       * Format: date-time
       * @description When the delivery was queued.
       */
      created_at: string;
    };
    EndpointHours: {
      /** @description One an hour without gaps, oldest first; the last is the present. */
      hours: components['schemas']['EndpointHour'][];
    };
    EndpointHour: {
      /**
       * Format: date-time
       * @description When the hour began.
       */
      at: string;
      deliveries: number;
      succeeded: number;
    };
    DeliveriesRecovered: {
      /** @description Number of deliveries that were queued again. */
      queued: number;
    };
    EventView: {
      id: string;
      type: components['schemas']['EventType'];
      /** Format: date-time */
      timestamp: string;
      data: components['schemas']['EventData'];
    };
    /**
     * @description Type of an event.
     * @enum {string}
     */
    EventType:
      | 'subscription.entered'
      | 'subscription.exited'
      | 'job.completed'
      | 'job.failed'
      | 'namespace.budget_paused'
      | 'namespace.budget_resumed'
      | 'judgment.fanout_deferred'
      | 'judgment.fanout_caught_up'
      | 'namespace.summary_failed'
      | 'calibration.fitted'
      | 'alternatives.ready'
      | 'webhook_endpoint.failing'
      | 'webhook_endpoint.disabled'
      | 'webhook.test'
      | (string & {});
    EventList: {
      events: components['schemas']['EventView'][];
      next_cursor: string | null;
    };
    SignedInView: {
      session: components['schemas']['SessionView'];
      user: components['schemas']['UserView'];
      organization: components['schemas']['MembershipView'];
      /**
       * @description The role in that organization.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | (string & {});
      /** @description All organizations that this session opens. */
      organizations: components['schemas']['MembershipView'][];
    };
    SessionView: {
      /** @description `ses_..`. */
      id: string;
      /** @enum {string} */
      method: 'password' | 'link' | 'oidc' | (string & {});
      /** @description What the browser says it is. */
      agent: string | null;
      /** @description Whether it is the session of this request. */
      current: boolean;
      /** @description Whether it acts in one organization of the person and opens no other. */
      only_organization: boolean;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When the person last proved who they are.
       */
      proved_at: string;
      /**
       * Format: date-time
       * @description The last request, to 5 minutes.
       */
      seen_at: string;
      /**
       * Format: date-time
       * @description The end, unless a request moves it: 12 hours after the last.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description The end at the latest, 7 days after the sign-in.
       */
      ends_at: string;
    };
    UserView: {
      /** @description `usr_..`. */
      id: string;
      email: string;
      name: string | null;
      /** @description Whether the address was proved for the account: by a mailed link, or by the operator. */
      verified: boolean;
      /** @description Whether a password signs the person in to what this session opens. */
      password: boolean;
      /** @description Whether this session may set that password. */
      may_set_password: boolean;
      /** @description Whether this session may change the name. */
      may_change_name: boolean;
      /** @description Whether single keys are shortcuts in the dashboard. */
      single_keys: boolean;
    };
    MembershipView: {
      id: string;
      name: string;
      /** @enum {string} */
      plan: 'developer' | 'team' | 'scale' | (string & {});
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member' | (string & {});
      /** @description Whether the person may post outcomes there. */
      may_label: boolean;
      /** @description Whether the person, signed in there, may set the models of the installation. */
      sets_models: boolean;
    };
    LinkMailSent: {
      /** @description Always true: it does not say whether the address has an account. */
      sent: boolean;
    };
    SignInProviderList: {
      /** @description One, or none. */
      providers: components['schemas']['SignInProvider'][];
      /** @description Whether the service mails links to sign in with. */
      mails: boolean;
    };
    SignInProvider: {
      /** @description `idp_..`; `GET /sign-in/oidc/{id}` leads a browser there. */
      id: string;
      /** @description What the button of the sign-in page says. */
      name: string;
    };
    SessionList: {
      sessions: components['schemas']['SessionView'][];
    };
    RevokedSessions: {
      revoked: number;
    };
    MemberList: {
      members: components['schemas']['MemberView'][];
      next_cursor: string | null;
    };
    MemberView: {
      /** @description `usr_..`. */
      id: string;
      email: string;
      name: string | null;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member' | (string & {});
      /** @description Whether mails of the organization go to the address. */
      verified: boolean;
      /** @description Whether the person has come in to this organization; before that they are invited. */
      signed_in: boolean;
      /** @description `user:<id>` or `operator`. */
      invited_by: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The last request of a session in this organization, to 5 minutes.
       */
      last_seen_at: string | null;
    };
    InvitedMember: {
      /** @description `usr_..`. */
      id: string;
      email: string;
      name: string | null;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member' | (string & {});
      /** @description Whether mails of the organization go to the address. */
      verified: boolean;
      /** @description Whether the person has come in to this organization; before that they are invited. */
      signed_in: boolean;
      /** @description `user:<id>` or `operator`. */
      invited_by: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The last request of a session in this organization, to 5 minutes.
       */
      last_seen_at: string | null;
      link: components['schemas']['LinkView'] | null;
    };
    LinkView: {
      /** @description Address that signs in once; shown in this reply only. */
      url: string;
      /** Format: date-time */
      expires_at: string;
    };
    OrganizationProviderList: {
      providers: components['schemas']['OrganizationProvider'][];
    };
    OrganizationProvider: {
      /** @description `idp_..`. */
      id: string;
      name: string;
      /** @description Its address, as its tokens name it. */
      issuer: string;
      domains: string[];
      /** @description Whether people of its domains sign in with it alone. */
      enforced: boolean;
      /** @description Address of the owner for whom password and link stay while it is enforced. */
      spare_owner: string | null;
      /** @description The claim that lists groups; null leaves roles to the organization. */
      role_claim: string | null;
      /** @description Roles by group. */
      roles: {
        [key: string]: string;
      };
      /**
       * @description The role without a group of `roles`; null refuses the sign-in.
       * @enum {string|null}
       */
      default_role: 'owner' | 'admin' | 'member' | null;
    };
    MemberSessionList: {
      /** @description Newest first. */
      sessions: components['schemas']['MemberSession'][];
      next_cursor: string | null;
    };
    MemberSession: {
      /** @description `ses_..`. */
      id: string;
      /** @description `usr_..`, the person. */
      user: string;
      email: string;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member' | (string & {});
      /** @enum {string} */
      method: 'password' | 'link' | 'oidc' | (string & {});
      /** @description What the browser says it is. */
      agent: string | null;
      /** @description Whether it is the session of this request. */
      current: boolean;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The last request, to 5 minutes.
       */
      seen_at: string;
      /**
       * Format: date-time
       * @description The end, unless a request moves it.
       */
      expires_at: string;
    };
    VersionView: {
      /** @description Version of the release; `unknown` for a build of no release. */
      version: string;
      /** @description Commit of which it was built; `unknown` for a build of no release. */
      revision: string;
      /** @description Version of the API. */
      api_version: string;
    };
    SubscriptionEventData: {
      /** @description The document's namespace. */
      namespace: string;
      /** @description The subscription's name. */
      subscription: string;
      /** @description The document's id. */
      document: string;
      /** @description Grows with every change in the namespace. Of one subscription and document the event with the greatest sequence is current. */
      sequence: number;
      /** @enum {string} */
      cause: 'document' | 'answer' | 'threshold' | 'calibration' | 'judgment' | 'deleted' | 'filter' | 'time';
      /** @description Present when the subscription includes attributes. */
      attributes?: components['schemas']['Attributes'];
      /** @description Answers by judgment; present when the subscription includes them. */
      answers?: {
        [key: string]: components['schemas']['AnswerView'];
      };
      /** @description True when attributes and answers were left out because the body would have exceeded 63 KB. */
      truncated?: boolean;
      /** @description Address of the document with the members that were left out; read it with your key. */
      url?: string;
    };
    JobEventData: {
      /** @description The job's namespace or template prefix. */
      namespace: string | null;
      /** @description The job without its `result`, which `GET /jobs/{id}` shows. */
      job: components['schemas']['JobSummary'];
    };
    JobSummary: {
      id: string;
      type: components['schemas']['JobType'];
      /** @enum {string} */
      status: 'queued' | 'running' | 'done' | 'failed';
      namespace: string | null;
      progress: components['schemas']['JobProgress'];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      finished_at: string | null;
      result_status: number | null;
    };
    BudgetEventData: {
      namespace: string;
      budget: components['schemas']['BudgetView'] | null;
      /** @description What judging cost in this UTC month, and what asks under way hold, in US dollars. */
      spend_month_usd: number;
    };
    DeferralEventData: {
      namespace: string;
      /** @description The judgment's name. */
      judgment: string;
      /** @description Documents that wait; 0 once caught up. */
      deferred: number;
      /**
       * Format: date-time
       * @description When the limit has room again; null when it never has as it stands, and once caught up.
       */
      resumes_at: string | null;
    };
    SummaryFailedEventData: {
      /** @description The namespace that should get the summary. */
      namespace: string;
      /** @description The template prefix that the summary covers, ending in `/*`. */
      template: string;
      /** @description A machine-readable reason. */
      reason: string;
    };
    FittedEventData: {
      /** @description The namespace or template prefix of the judgment. */
      namespace: string;
      /** @description The judgment's name. */
      judgment: string;
      version: number;
      /** @description The epoch whose answers the fit reads. */
      engine_version: string;
      /** @description Fit id, `fit_..`. */
      fit: string;
      /** @description The labels of the fit. */
      labels: components['schemas']['LabelCounts'];
      /** @description Whether the labels of the last 30 days are not what a fit from before them reads, beyond noise: `drift.worse` of the report. */
      drift_worse: boolean;
      /** @description Of a composite judgment, by name of the threshold: what share of the labelled answers it flags before and after. The fit combines every answer anew, so documents may change side. Left out for other judgments, whose thresholds a fit does not move. */
      thresholds?: {
        [key: string]: components['schemas']['FlaggedShiftView'];
      };
      /** @description `drift.tests` of the report; empty where nothing was tested, and absent from events of earlier versions. */
      drift_tests: components['schemas']['DriftTestView'][];
    };
    FlaggedShiftView: {
      /** @description Share flagged as the fit before combined the answers; before the first fit, as their mean. */
      flagged_before: number;
      /** @description Share flagged as the new fit combines them. */
      flagged_after: number;
    };
    AlternativesEventData: {
      /** @description The namespace or template prefix of the judgment. */
      namespace: string;
      /** @description The judgment's name. */
      judgment: string;
      version: number;
      suggestion: components['schemas']['SuggestedAlternative'];
      /** @description The suggestion in a sentence, which names the correction for several comparisons. */
      headline: string;
    };
    EndpointHealthEventData: {
      /** @description Null, because the event belongs to the organization; only keys with scope `*` see it. */
      namespace: null;
      /** @description The endpoint as it is now, without its secret. */
      endpoint: components['schemas']['EndpointFacts'];
      /** @description The attempt after which the endpoint changed. */
      last_error: components['schemas']['AttemptFailure'];
    };
    EndpointFacts: {
      id: string;
      url: string;
      events: string[];
      namespace_prefix: string;
      description: string | null;
      max_per_second: number | null;
      /** @enum {string} */
      status: 'active' | 'failing' | 'disabled';
      enabled: boolean;
      /** Format: date-time */
      failing_since?: string;
      /** Format: date-time */
      previous_secret_expires_at?: string;
      stats: components['schemas']['EndpointStats'];
      /** Format: date-time */
      created_at: string;
    };
    AttemptFailure: {
      /** @enum {string} */
      error: 'timeout' | 'dns' | 'tls' | 'connect' | 'blocked_address' | 'http_status';
      /** @description HTTP status of the response; null without a response. */
      status_code: number | null;
    };
    EndpointEventData: {
      /** @description Null, because the event belongs to the organization; only keys with scope `*` see it. */
      namespace: null;
      /** @description The endpoint as it is now, without its secret. */
      endpoint: components['schemas']['EndpointFacts'];
    };
    SuggestedContext: {
      /** @description The recipe, to send as `context`. */
      recipe: components['schemas']['ContextRecipe'];
      /** @description Mean judgment units per answer over the sample, with the recipe and the questions of the definition. */
      cost_per_answer: number | null;
      /** @description The same with the whole `state`. */
      whole_state_cost_per_answer: number | null;
      sampled_documents: number;
      /** @description Paths that the recipe leaves out. */
      excluded: components['schemas']['ExcludedPath'][];
    };
    ExcludedPath: {
      path: string;
      /** @enum {string} */
      reason: 'id' | 'timestamp' | 'url' | 'binary' | 'image' | 'long' | 'rare' | 'too_many' | (string & {});
    };
    WriteBody: {
      upsert?: components['schemas']['UpsertOperation'][];
      patch?: components['schemas']['PatchOperation'][];
      append?: components['schemas']['AppendOperation'][];
      delete?: components['schemas']['DeleteOperation'][];
      /** @description A filter. The write skips documents that do not match it; absent documents match. */
      condition?: components['schemas']['Filter'];
      /** @description Use instead of the lists; becomes a job beyond 50,000 documents. */
      patch_by_filter?: components['schemas']['PatchByFilter'];
      /** @description Use instead of the lists; becomes a job beyond 50,000 documents. */
      delete_by_filter?: components['schemas']['DeleteByFilter'];
    };
    UpsertOperation: {
      id: string;
      attributes?: components['schemas']['Attributes'];
      state?: components['schemas']['State'];
      images?: components['schemas']['ImageRefs'];
      /**
       * Format: date-time
       * @description At most five minutes ahead. Later upserts repeat it or leave it out.
       */
      created_at?: string;
      /**
       * Format: date-time
       * @description The `created_at` of a document that this upsert makes, at most five minutes ahead; one that exists keeps its own.
       */
      created_at_if_new?: string;
      /** @description The version that the document must have; 0 means that it must not exist. */
      if_version?: number;
    };
    PatchOperation: {
      id: string;
      attributes?: components['schemas']['AttributesPatch'];
      state?: components['schemas']['StatePatch'];
      images?: components['schemas']['ImageRefsPatch'];
      if_version?: number;
    };
    /** @description Attributes to set by name; null takes one away. */
    AttributesPatch: {
      [key: string]: (string | number | boolean | null) | (string | number)[];
    };
    /** @description A JSON merge patch of the state. */
    StatePatch: {
      [key: string]: unknown;
    };
    /** @description Ids of images to set by name; null takes one away. */
    ImageRefsPatch: {
      [key: string]: string | null;
    };
    AppendOperation: {
      id: string;
      /** @description Path of the array, e.g. `state.messages`. */
      path: string;
      values: unknown[];
      keep_last?: number;
      if_version?: number;
    };
    DeleteOperation: {
      id: string;
      if_version?: number;
    };
    PatchByFilter: {
      /** @description `{}` is refused. */
      filter: components['schemas']['Filter'];
      /** @description A merge patch for every document that matches the filter. */
      patch: components['schemas']['PatchContent'];
    };
    PatchContent: {
      attributes?: components['schemas']['AttributesPatch'];
      state?: components['schemas']['StatePatch'];
      images?: components['schemas']['ImageRefsPatch'];
    };
    DeleteByFilter: {
      /** @description `{}` is refused. */
      filter: components['schemas']['Filter'];
    };
    GetDocumentsBody: {
      ids: string[];
      judgments?: string[];
      /** @description The parts of each document that the reply has; all when left out. */
      include?: ('attributes' | 'state' | 'images' | 'answers')[];
      /** @enum {string} */
      fresh?: 'policy' | 'stored' | 'require';
    };
    QueryBody: {
      filter?: components['schemas']['Filter'];
      order_by?: components['schemas']['OrderKey'][];
      /** @description Documents a page: 1 to 1,000. */
      limit?: number;
      cursor?: string;
      /** @description The parts of each document that the reply has; all when left out. */
      include?: ('attributes' | 'state' | 'images' | 'answers')[];
      judgments?: string[];
      count?: boolean;
    };
    OrderKey: {
      path: string;
      /** @enum {string} */
      direction?: 'asc' | 'desc';
    };
    GroupBody: {
      /** @description `attributes.<name>`. An array counts under each of its elements. */
      key: string;
      /** @description 1 to 16 aggregates by name. */
      aggregates: {
        [key: string]: components['schemas']['AggregateBody'];
      };
    };
    SummaryBody: {
      /** @description The namespace that gets one document for each tenant. */
      into: string;
      /** @description Groups in force on the prefix. */
      groups: string[];
      /** @description By group and aggregate: 1 to 10 ascending edges. Every aggregate of every group needs them: no number is published. */
      bands: {
        [key: string]: {
          [key: string]: number[];
        };
      };
    };
    ImageBody: {
      /** @description The image in base64: PNG, JPEG, WebP or GIF, at most 5 MiB decoded. */
      data: string;
    };
    ModelBody: {
      /** @enum {string} */
      provider:
        | 'openai'
        | 'anthropic'
        | 'azure'
        | 'openrouter'
        | 'ollama'
        | 'vllm'
        | 'custom'
        | 'typesafe'
        | 'perplexity'
        | 'openai_decisions'
        | 'ollama_decisions';
      /** @description Address of the server, without the path of its requests. Left out: the provider’s own. Its query, such as `?api-version=`, becomes a part of `query`. */
      base_url?: string;
      /** @description As the server names it. Needed unless the provider has one of its own. */
      model?: string;
      /** @description Left out: the key that is set stays, while provider and `base_url` stay. Null: none. */
      key?: string | null;
      /**
       * @description How a chat model is read; left out, as its provider’s models can be.
       * @enum {string}
       */
      reads?: 'logprobs' | 'stated';
      /** @description Headers of every request, at most 16. Null keeps the value that is set, while provider and `base_url` stay. Left out: all stay as they are, likewise. */
      headers?: {
        [key: string]: string | null;
      };
      /** @description Parameters of every request’s query, at most 16. Null keeps the value that is set, while provider and `base_url` stay. Left out: all stay as they are, likewise. */
      query?: {
        [key: string]: string | null;
      };
    };
    TryModelBody: {
      /** @description Left out: what stands behind the name is asked. */
      model?: components['schemas']['ModelBody'];
    };
    BackfillBody: {
      /** @description Default: all to which the judgment applies. */
      filter?: components['schemas']['Filter'];
      /**
       * @description Default `missing`.
       * @enum {string}
       */
      only?: 'missing' | 'stale' | 'failed' | 'other_epoch' | 'all';
      /** @description A version; default: the active one. Answers of another version are kept until its activation. */
      version?: number;
      /** @description Maximum cost in USD; the backfill asks nothing that would exceed it. */
      max_usd?: number;
      /** @description The confirmation token of the quote. */
      confirm?: string;
    };
    TryBody: {
      definition: components['schemas']['TriedDefinition'];
      documents: string[];
    };
    /** @description A definition as in a create, or `from_starter`; `name` may be left out. */
    TriedDefinition: {
      [key: string]: unknown;
    };
    JudgeBody: {
      documents: string[];
      /** @description True asks the engine also for answers that are fresh, and for an unchanged context; each is charged. Default: false. */
      again?: boolean;
      /** @description True answers with the price and asks nothing. Default: false. */
      dry_run?: boolean;
    };
    ContextPreviewBody: {
      document: string;
    };
    JudgmentCreateBody: {
      name: string;
      question?: string;
      /** @enum {string} */
      type?: 'bool' | 'choice' | 'score';
      criteria?: components['schemas']['Criteria'];
      context?: components['schemas']['ContextBody'];
      engine?: components['schemas']['EngineRef'];
      horizon?: string;
      applies_to?: components['schemas']['Filter'];
      /** @description Of a choice: 2 to 254 options `{value, description?}`, or `{from, show}`: the documents of a relation, described by 1 to 16 of their paths. */
      options?:
        | {
            value?: string;
            description?: string;
          }[]
        | {
            from?: string;
            show?: string[];
          };
      escape?: components['schemas']['EscapeBody'];
      levels?: components['schemas']['LevelBody'][];
      /** @description The questions of a composite judgment (bool). */
      parts?: components['schemas']['PartBody'][];
      /** @description Numbers stored beside each answer (bool). */
      features?: components['schemas']['FeatureBody'][];
      freshness?: components['schemas']['FreshnessBody'];
      thresholds?: components['schemas']['Thresholds'];
      /** @description `{rule?: [{value | escape: true, when: Filter}], implicit?: {after}}`; the first rule that matches gives the outcome. */
      outcomes?: components['schemas']['OutcomeSettings'];
      alternatives?: components['schemas']['AlternativesSettingBody'];
      queue?: components['schemas']['QueueSettingBody'];
      /** @description Replaces question, type and context. */
      from_starter?: components['schemas']['FromStarterBody'];
      activate?: boolean;
      /** @description After confirmation, judges stored documents whose answer is missing or stale. */
      backfill?: boolean;
      /** @description The confirmation token of the reply to the same request without it. */
      confirm?: string;
      dry_run?: boolean;
      if_active_version?: number | null;
    };
    ContextBody: {
      fields: string[];
      last_n?: {
        [key: string]: number;
      };
      window?: components['schemas']['ArrayWindows'];
      max_tokens?: number;
      /** @description Relations by name, at most 8. */
      related?: {
        [key: string]: components['schemas']['RelationBody'];
      };
      /** @description The document as an earlier judging read it. */
      previous?: components['schemas']['PreviousBody'];
    };
    RelationBody: {
      /** @description A document is related when both sides have an equal value. */
      join: components['schemas']['JoinBody'];
      /** @description May be empty or left out beside `answers` only. */
      fields?: string[];
      /** @description An operand `{mine: path}` compares with the judged document. */
      where?: components['schemas']['Filter'];
      /** @description Default: `created_at`, newest first. */
      order_by?: components['schemas']['RelationOrderBody'][];
      /** @description How many are read: the first in the order. Default 20. */
      last_n?: number;
      window?: components['schemas']['RelationWindowBody'];
      /** @description Other judgments' answers about the related document, banded or cut. */
      answers?: components['schemas']['UpstreamAnswerBody'][];
    };
    JoinBody: {
      /** @description Of the related document: `id` or `attributes.<name>`. */
      theirs: string;
      /** @description Of the judged document: `id` or `attributes.<name>`. */
      mine: string;
    };
    RelationOrderBody: {
      path: string;
      /**
       * @description Default `asc`.
       * @enum {string}
       */
      direction?: 'asc' | 'desc';
    };
    RelationWindowBody: {
      /** @description Path of a timestamp of the related document. */
      at: string;
      within: string;
    };
    UpstreamAnswerBody: {
      /** @description Name of a judgment that is in force beside this one. */
      judgment: string;
      /**
       * @description Default: `p` of a bool, `score` of a score.
       * @enum {string}
       */
      field?: 'p' | 'score' | 'normalized' | 'escape_p';
      /** @description The 1 to 10 edges of bands, ascending. */
      bands?: number[];
      /** @description Shows on which side of it the number lies. */
      cut?: number;
      /** @description True: shows the option of a choice. */
      value?: boolean;
    };
    PreviousBody: {
      fields: string[];
      /**
       * @description Which earlier judging is shown. Default `last_answer`.
       * @enum {string}
       */
      anchor?: 'last_answer' | 'last_change' | 'first_answer';
    };
    EscapeBody: {
      description: string;
    };
    LevelBody: {
      value: number;
      description: string;
    };
    PartBody: {
      name: string;
      /** @description A narrow yes/no question. */
      question: string;
    };
    FeatureBody: {
      name: string;
      /** @description Path of the number. */
      from?: string;
      /** @description Path of the timestamp whose age is the number. */
      age_of?: string;
      /**
       * @description Unit of the age. Default `days`.
       * @enum {string}
       */
      unit?: 'minutes' | 'hours' | 'days';
      /**
       * @description The raw `p` of the answer before.
       * @enum {string}
       */
      previous?: 'p';
      /** @description Name of the relation whose documents make the number. */
      of?: string;
      /**
       * @description How the number is made of related documents.
       * @enum {string}
       */
      aggregate?: 'count' | 'share' | 'sum' | 'mean' | 'min' | 'max' | 'latest';
      /** @description Path of the number in the related documents. */
      path?: string;
      /** @description Only related documents that this filter matches; of a share, what is counted. */
      where?: components['schemas']['Filter'];
      /** @description Only related documents of this time. */
      window?: components['schemas']['RelationWindowBody'];
    };
    FreshnessBody: {
      /** @enum {string|null} */
      policy?: 'on_read' | 'on_change' | 'interval' | 'manual' | null;
      debounce_ms?: number | null;
      max_wait_ms?: number | null;
      interval?: string | null;
      fanout?: components['schemas']['FanoutBody'] | null;
    };
    FanoutBody: {
      debounce_ms?: number | null;
      max_wait_ms?: number | null;
      /** @description Answers asked for in any 24 hours. */
      rolling_limit?: number | null;
      block_cap?: number | null;
      scope?: components['schemas']['FanoutScopeBody'] | null;
    };
    AlternativesSettingBody: {
      /** @description Whether a run starts by itself after a fit, at most monthly. */
      automatic?: boolean | null;
      /** @description Engines that are not compared by themselves. */
      skip_engines?: components['schemas']['EngineRef'][] | null;
      outcomes?: components['schemas']['CalibrationOutcomeFilter'] | null;
    };
    QueueSettingBody: {
      /** @description Share of labelled items that stay in the queue until a second author has labelled them; 0.1 by default. */
      second_label_share?: number | null;
    };
    FromStarterBody: {
      /** @description Id of a starter from `GET /starters`. */
      id: string;
      /** @description Optional ones may be left out. */
      placeholders?: components['schemas']['Placeholders'];
    };
    /** @description Values by placeholder. */
    Placeholders: {
      [key: string]: (string | number) | (string | number)[];
    };
    JudgmentPatchBody: {
      thresholds?: components['schemas']['ThresholdsPatch'] | null;
      freshness?: components['schemas']['FreshnessBody'] | null;
      /** @description `{rule?: [{value | escape: true, when: Filter}], implicit?: {after}}`; the first rule that matches gives the outcome. */
      outcomes?: components['schemas']['OutcomeSettings'] | null;
      alternatives?: components['schemas']['AlternativesSettingBody'] | null;
      queue?: components['schemas']['QueueSettingBody'] | null;
      /** @description The confirmation token of the reply to the same request without it. */
      confirm?: string;
    };
    /** @description Thresholds to set by name; null takes one away. */
    ThresholdsPatch: {
      [key: string]: components['schemas']['Threshold'] | null;
    };
    ActivateBody: {
      version: number;
      /** @description After confirmation, judges stored documents whose answer is missing or stale. */
      backfill?: boolean;
      /** @description The confirmation token of the reply to the same request without it. */
      confirm?: string;
    };
    NamespaceCreateBody: {
      budget?: components['schemas']['BudgetView'] | null;
      pinned?: boolean;
      default_engine?: components['schemas']['EngineRef'] | null;
      fanout?: components['schemas']['FanoutSettings'] | null;
      name: string;
    };
    FanoutSettings: {
      enabled?: boolean | null;
      share?: number | null;
      debounce_ms?: number | null;
      max_wait_ms?: number | null;
      rolling_limit?: number | null;
      block_cap?: number | null;
    };
    NamespaceSettings: {
      budget?: components['schemas']['BudgetView'] | null;
      pinned?: boolean;
      default_engine?: components['schemas']['EngineRef'] | null;
      fanout?: components['schemas']['FanoutSettings'] | null;
    };
    ApiKeyBody: {
      /** @enum {string} */
      role: 'read_write' | 'read_only';
      /** @description `*`, a namespace, or a prefix such as `acme/prod/*`. */
      scope: string;
      description?: string;
      /** Format: date-time */
      expires_at?: string;
    };
    OrganizationPatchBody: {
      name?: string;
      suggestions?: boolean;
      /** @description Lets members post outcomes; false when nobody set it. */
      members_may_label?: boolean;
      /** @enum {string} */
      plan?: 'developer' | 'team' | 'scale';
      /** @description Prefixes such as `acme/dev/`, whose labels stay out of the pools of templates. null marks none. */
      non_production_prefixes?: string[] | null;
    };
    OutcomesBody: {
      outcomes: components['schemas']['OutcomeBody'][];
    };
    OutcomeBody: {
      document: string;
      /** @description A boolean, an option, or a number within the levels' range. */
      value?: boolean | string | number;
      /** @description True instead of a value when no option fits. */
      escape?: boolean;
      /**
       * Format: date-time
       * @description Required unless the outcome has `answer` or `as_of: "latest"`.
       */
      observed_at?: string;
      /** @description A timestamp, or `latest`. */
      as_of?: string;
      /** @description Id of an answer of record, `ans_..`. */
      answer?: string;
    };
    CalibrationRunBody: {
      outcomes?: components['schemas']['CalibrationOutcomeFilter'];
    };
    AlternativeBody: {
      /** @description The members that differ from the active version: question, criteria, context, engine, or descriptions of options, escape and levels. Null takes an optional one away. */
      definition: components['schemas']['DifferingMembers'];
      /** @description True for a wording that the service drafted. */
      drafted?: boolean;
    };
    DifferingMembers: {
      question?: string;
      criteria?: components['schemas']['Criteria'] | null;
      context?: components['schemas']['ContextRecipe'];
      engine?: components['schemas']['EngineRef'];
      options?: components['schemas']['ChoiceOption'][];
      escape?: {
        description?: string;
      } | null;
      levels?: components['schemas']['ScoreLevel'][];
    } & {
      [key: string]: unknown;
    };
    AlternativesRunBody: {
      /** @description `quote.generation` of the quote that is confirmed. */
      quote_generation: number;
    };
    RepeatabilityBody: {
      /** @description Current answers to ask about; default 30. */
      answers?: number;
      /** @description How often each is asked; default 2. */
      times?: number;
      /** @description The confirmation token of the quote; it holds for an hour. */
      confirm?: string;
    };
    SubscriptionBody: {
      filter: components['schemas']['Filter'];
      /** @description Id of a webhook endpoint, `whe_..`. Null, as a reply shows it, is the same as leaving it out. */
      endpoint?: string | null;
      /** @description Which moves raise events; default: both. */
      on?: ('entered' | 'exited')[];
      /** @description What events contain of the document; default: nothing. */
      include?: ('attributes' | 'answers')[];
      /**
       * @description Whether documents that already match raise events; default: silent.
       * @enum {string}
       */
      initial?: 'silent' | 'emit';
      /** @description How long a document must match before `entered` is raised; at most 365d. A document that leaves earlier raises nothing. */
      min_hold?: string | null;
    };
    RotateSecretBody: {
      /** @description How long the present secret signs together with the new one: `0s` to `7d`; default `24h`. */
      previous_valid_for?: string;
    };
    TestSendBody: {
      /**
       * @description Type of the sample event; default `webhook.test`.
       * @enum {string}
       */
      type?:
        | 'subscription.entered'
        | 'subscription.exited'
        | 'job.completed'
        | 'job.failed'
        | 'namespace.budget_paused'
        | 'namespace.budget_resumed'
        | 'judgment.fanout_deferred'
        | 'judgment.fanout_caught_up'
        | 'namespace.summary_failed'
        | 'calibration.fitted'
        | 'alternatives.ready'
        | 'webhook_endpoint.failing'
        | 'webhook_endpoint.disabled'
        | 'webhook.test';
    };
    EndpointBody: {
      url: string;
      events?: string[];
      namespace_prefix?: string;
      description?: string;
      max_per_second?: number | null;
    };
    EndpointPatchBody: {
      url?: string;
      events?: string[] | null;
      namespace_prefix?: string | null;
      description?: string | null;
      max_per_second?: number | null;
      enabled?: boolean;
    };
    RecoverBody: {
      /**
       * Format: date-time
       * @description Recovers deliveries queued since then; at most 30 days back.
       */
      since: string;
    };
    RedeliverBody: {
      /** @description Endpoint id. */
      endpoint: string;
    };
    SignInBody: {
      email?: string;
      password?: string;
      /** @description Id or name of the organization, for a person whose address is not proved and who has a password in each. */
      organization?: string;
      /** @description The token of a link, in place of address and password. */
      link?: string;
    };
    LinkMailBody: {
      email: string;
    };
    SessionPatchBody: {
      /** @description Id of another organization of the person, which this session opens. */
      organization: string;
    };
    UserPatchBody: {
      /** @description Another address, alone. It changes when the link is used that is mailed there. */
      email?: string;
      name?: string | null;
      single_keys?: boolean;
      password?: components['schemas']['PasswordChange'];
    };
    PasswordChange: {
      /** @description Not needed within 15 minutes of a sign-in by link. */
      current?: string;
      /** @description 12 to 256 characters. */
      new: string;
    };
    MemberBody: {
      email: string;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
    };
    MemberPatchBody: {
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
    };
    ErrorEnvelope: {
      error: {
        /** @enum {string} */
        code:
          | 'invalid_request'
          | 'invalid_image'
          | 'unknown_image'
          | 'unauthorized'
          | 'budget_exceeded'
          | 'plan_required'
          | 'forbidden'
          | 'not_found'
          | 'conflict'
          | 'image_erased'
          | 'too_large'
          | 'engine_version_unavailable'
          | 'insufficient_labels'
          | 'idempotency_key_reused'
          | 'rate_limited'
          | 'internal'
          | 'engine_unavailable'
          | 'unavailable'
          | (string & {});
        /** @description A sentence that says what is wrong and how to mend it. */
        message: string;
        details?: components['schemas']['ErrorDetails'];
      };
    };
    /** @description Facts of an error. `x-codes` names the codes that carry a member, when not every code may. */
    ErrorDetails: {
      /**
       * @description The cause, where one code has several.
       * @enum {string}
       */
      reason?:
        | 'answers_never_summed'
        | 'bad_bounds'
        | 'bad_cursor'
        | 'bad_duration'
        | 'bad_encoding'
        | 'bad_enum'
        | 'bad_filter'
        | 'bad_json'
        | 'bad_length'
        | 'bad_name'
        | 'bad_namespace'
        | 'bad_number'
        | 'bad_path'
        | 'bad_query'
        | 'bad_timestamp'
        | 'bad_type'
        | 'bad_url'
        | 'blocked_host'
        | 'cancelled'
        | 'composite'
        | 'confirm_mismatch'
        | 'cursor_expired'
        | 'cursor_unknown'
        | 'deleting'
        | 'document_exists'
        | 'duplicate'
        | 'empty_filter'
        | 'endpoint_not_covering'
        | 'few_answers'
        | 'first_version'
        | 'foreign_origin'
        | 'header'
        | 'if_active_version'
        | 'if_version'
        | 'images_not_read'
        | 'in_use'
        | 'inherited'
        | 'judgment_cycle'
        | 'judgment_depth'
        | 'labels_changed'
        | 'last_owner'
        | 'media_type'
        | 'missing_context'
        | 'missing_field'
        | 'no_difference'
        | 'no_mail_server'
        | 'no_matching_documents'
        | 'no_parts'
        | 'not_array'
        | 'not_comparable'
        | 'not_available_yet'
        | 'not_inherited'
        | 'not_together'
        | 'number_precision'
        | 'nothing_to_score'
        | 'one_class'
        | 'operations'
        | 'path_not_allowed'
        | 'quote_changed'
        | 'read_only_field'
        | 'running'
        | 'scan_too_large'
        | 'sign_in_again'
        | 'set_by_operator'
        | 'signed_in_before'
        | 'signs_in_otherwise'
        | 'prove_address'
        | 'state_bytes'
        | 'summary_overlaps'
        | 'attributes'
        | 'images'
        | 'body_bytes'
        | 'too_deep'
        | 'too_many_alternatives'
        | 'too_many_groups'
        | 'too_many_invitations'
        | 'too_many_judgments'
        | 'too_many_keys'
        | 'too_many_members'
        | 'unknown_answer'
        | 'unknown_epoch'
        | 'unknown_engine'
        | 'unknown_field'
        | 'unknown_path'
        | 'unknown_starter'
        | 'use_provider'
        | 'values'
        | 'weak_password'
        | 'write_bytes'
        | (string & {});
      /** @description JSON pointer to the member that caused it. */
      path?: string;
      /** @description The request's id in the logs, or that of the job that failed. On `internal`. */
      request_id?: string;
      /** @description The most that is taken; of `rate_limited` the name of the limit. A number on `invalid_request`, `too_large`. Text on `rate_limited`. */
      limit?:
        | number
        | (
            | 'access_changes_per_second'
            | 'address_changes'
            | 'concurrent_reads_per_namespace'
            | 'drafts_per_day_per_judgment'
            | 'drafts_per_day_per_org'
            | 'idempotency_key'
            | 'long_polls_per_session'
            | 'model_tries'
            | 'reply_bytes_per_org'
            | 'request_bytes_per_org'
            | 'requests_per_second_per_key'
            | 'requests_per_second_per_org'
            | 'sign_in_attempts'
            | 'sign_ins_at_once'
          );
      /**
       * @description What the limit is counted by: the API key or session, the organization, the account or the network address of who signs in, or the gateway. On `rate_limited`.
       * @enum {string}
       */
      rate_limit?: 'per_key' | 'per_org' | 'per_account' | 'per_address' | 'per_gateway' | (string & {});
      /** @description Gets and queries that may be in flight in one namespace. On `rate_limited`. */
      concurrent_reads?: number;
      /**
       * Format: date-time
       * @description When an allowance of a day is renewed; there is no `Retry-After` then. On `rate_limited`.
       */
      resets_at?: string;
      /** @description The smallest value, or the fewest elements. On `invalid_request`. */
      min?: number;
      /** @description The largest value, or the most elements. On `invalid_request`. */
      max?: number;
      /** @description The values that are taken. On `invalid_request`. */
      values?: string[];
      /** @description The names of all engines. On `invalid_request`. */
      names?: string[];
      /** @description The engine's active versions. On `engine_version_unavailable`. */
      versions?: string[];
      /** @description Tokens that were sent. On `too_large`. */
      tokens?: number;
      /** @description Ids of the documents that it is about; beside `quoted_documents`, and of a cancelled backfill, their number. A list on every code. A number on `conflict`. */
      documents?: string[] | number;
      /** @description The number of documents when the cost was quoted. On `conflict`. */
      quoted_documents?: number;
      /** @description Names of the judgments that it is about; of reason `in_use` each `<scope> <name>`. On `invalid_request`, `conflict`, `budget_exceeded`, `engine_unavailable`. */
      judgments?: string[];
      /** @description Template prefixes whose summaries it is about. On `conflict`. */
      summaries?: string[];
      /** @description The version that is active; null when there is no such judgment. On `conflict`. */
      active_version?: number | null;
      /** @description The template prefix or namespace that it is inherited from. On `conflict`. */
      template?: string;
      /** @description The generation of the quote as it stands. On `conflict`. */
      generation?: number;
      /** @description The job that is under way. On `conflict`. */
      job?: string;
      /** @description Labelled answers that there are. On `insufficient_labels`. */
      labels?: number;
      /** @description Labelled answers that it takes. On `insufficient_labels`. */
      labels_needed?: number;
      /** @description What the plan does not have enough of. On `plan_required`. */
      capability?: string;
      /**
       * @description The smallest plan that has enough; null when none has. On `plan_required`.
       * @enum {string|null}
       */
      required_plan?: 'developer' | 'team' | 'scale' | null;
      /**
       * @description The organization's plan. On `plan_required`.
       * @enum {string}
       */
      plan?: 'developer' | 'team' | 'scale' | (string & {});
      /** @description The namespace whose budget lacks the money. On `budget_exceeded`. */
      namespace?: string;
      /** @description What the run would cost; what a cancelled backfill cost. On `budget_exceeded`, `conflict`. */
      cost_usd?: number;
      /** @description What a cancelled backfill was billed. On `conflict`. */
      judgment_units?: number;
      /** @description Answers that the backfill made until then. On `budget_exceeded`. */
      judged?: number;
      /** @description Answers that a cancelled backfill made. On `conflict`. */
      answered?: number;
      /** @description Documents that a cancelled backfill got no answer for. On `conflict`. */
      failed?: number;
      /**
       * @description What had stopped the backfill before it was cancelled; null when nothing had. On `conflict`.
       * @enum {string|null}
       */
      stopped_by?: 'max_usd' | null;
      /** @description Namespaces whose budget paused a cancelled backfill. On `conflict`. */
      paused?: string[];
      /** @description How many documents the query would scan by the statistics of the database, and how many it may. On `invalid_request`. */
      scan?: {
        documents: number;
        limit: number;
        unindexed_paths: string[];
      };
      /** @description A recipe for a judgment that was sent without one; null when no document could be sampled. On `invalid_request`. */
      suggested_context?: components['schemas']['SuggestedContext'] | null;
      /** @description What was judged and billed before the refusal. On `not_found`, `conflict`, `budget_exceeded`, `engine_unavailable`. */
      usage?: components['schemas']['UsageView'];
      /** @description What a write by filter had written before it was refused. */
      written?: {
        upserted: number;
        patched: number;
        appended: number;
        deleted: number;
        unchanged: number;
        skipped: number;
        missing: number;
      };
    };
  };
  responses: {
    /** @description `invalid_request` */
    invalid_request: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `invalid_image` */
    invalid_image: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `unknown_image` */
    unknown_image: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `unauthorized` */
    unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `budget_exceeded` */
    budget_exceeded: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `plan_required` */
    plan_required: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `forbidden` */
    forbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `not_found` */
    not_found: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `conflict` */
    conflict: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `image_erased` */
    image_erased: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `too_large` */
    too_large: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `engine_version_unavailable` */
    engine_version_unavailable: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `insufficient_labels` */
    insufficient_labels: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `idempotency_key_reused` */
    idempotency_key_reused: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `rate_limited` */
    rate_limited: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `internal` */
    internal: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `engine_unavailable` */
    engine_unavailable: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
    /** @description `unavailable` */
    unavailable: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
        'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorEnvelope'];
      };
    };
  };
  parameters: {
    /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
    IdempotencyKey: string;
  };
  requestBodies: never;
  headers: {
    /** @description The request's name in the logs: the `X-Request-Id` that the caller sent (1 to 128 letters, digits and `_.:/+=-`), else one of ours. */
    RequestId: string;
    /** @description Requests a second under the limit that has fewer requests left, or under the limit that refused the request. */
    RateLimitLimit: number;
    /** @description Requests left in the current second under that limit. */
    RateLimitRemaining: number;
    /** @description Seconds after which a retry may succeed. */
    RetryAfter: number;
    /** @description `true` when this response is the kept response of the first request. */
    IdempotentReplayed: 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  namespace_documents_write: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WriteBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DocumentWritten'];
        };
      };
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      /** @description `invalid_request` or `unknown_image` */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      410: components['responses']['image_erased'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_documents_get_many: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GetDocumentsBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DocumentsView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['budget_exceeded'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      /** @description `unavailable` or `engine_unavailable` */
      503: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Retry-After': components['headers']['RetryAfter'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  namespace_documents_get: {
    parameters: {
      query?: {
        /** @description Names of judgments, comma-separated; all when left out. */
        judgments?: string;
        /** @description Any of attributes, state, images, answers, comma-separated; all when left out. */
        include?: string;
        fresh?: 'policy' | 'stored' | 'require';
      };
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DocumentView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['budget_exceeded'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      /** @description `unavailable` or `engine_unavailable` */
      503: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Retry-After': components['headers']['RetryAfter'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  namespace_documents_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_documents_history: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        id: string;
        judgment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_documents_answer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        id: string;
        judgment: string;
        answer: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnswerOfRecord'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_documents_explain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        id: string;
        judgment: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnswerExplanation'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_query: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QueryBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_groups_values: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 1000. */
        limit?: number;
        cursor?: string;
        /** @description By key (default), or keys with most documents first. */
        order?: 'key' | 'documents';
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupValues'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_groups_put: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GroupBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupView'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_groups_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_groups_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_summary_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SummaryView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_summary_put: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SummaryBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SummaryView'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SummaryView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_summary_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_images_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImageBody'];
        'image/*': string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImageView'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImageView'];
        };
      };
      /** @description `invalid_request` or `invalid_image` */
      400: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_images_get: {
    parameters: {
      query?: {
        /** @description `data` adds the bytes in base64. */
        include?: 'data';
      };
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImageView'];
          'image/*': string;
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      410: components['responses']['image_erased'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_images_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      410: components['responses']['image_erased'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_engines: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EngineList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  models_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  models_set: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        engine: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ModelBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  models_remove: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        engine: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  models_try: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        engine: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TryModelBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelTrial'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  jobs_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
        status?: 'queued' | 'running' | 'done' | 'failed';
        /** @description Jobs of one type. */
        type?: components['schemas']['JobType'] | string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  jobs_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  jobs_cancel: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_backfill: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['BackfillBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackfillReply'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackfillReply'];
        };
      };
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['budget_exceeded'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_judgments_try: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TryBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TriedJudgment'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      /** @description `budget_exceeded` or `plan_required` */
      402: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      /** @description `engine_version_unavailable` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      /** @description `unavailable` or `engine_unavailable` */
      503: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Retry-After': components['headers']['RetryAfter'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  judgment_judge: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JudgeBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgedDocuments'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['budget_exceeded'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      /** @description `unavailable` or `engine_unavailable` */
      503: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Retry-After': components['headers']['RetryAfter'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  judgment_context: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ContextPreviewBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContextView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_judgments_list: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_judgments_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JudgmentCreateBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentChange'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentChange'];
        };
      };
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      /** @description `plan_required` or `budget_exceeded` */
      402: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `engine_version_unavailable` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_judgments: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
        /** @description `*`, a namespace, or a prefix such as `acme/prod/*`; the key's scope when left out. */
        namespace_prefix?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlacedJudgmentList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_built_in_answers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BuiltInAnswersList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_stats: {
    parameters: {
      query?: {
        /** @description How many days, today included: 1 to 92; 30 when left out. */
        days?: number;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentFigures'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_distribution: {
    parameters: {
      query?: {
        /** @description A number of the answers, as filters name it behind `answers.<judgment>.`: `p`, `features.<name>` or `parts.<name>` of a bool, `dist.<option>` or `escape_p` of a choice, `score`, `normalized` or `dist.<level>` of a score. When left out: `p`, `escape_p` or `score`. */
        on?: string;
      };
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnswerDistribution'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_read: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_update: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['JudgmentPatchBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentChange'];
        };
      };
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `engine_version_unavailable` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_versions: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VersionList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_activate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ActivateBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentChange'];
        };
      };
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      /** @description `plan_required` or `budget_exceeded` */
      402: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `engine_version_unavailable` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_detach: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JudgmentChange'];
        };
      };
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespaces_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
        prefix?: string;
        /** @description With it, names that hold a further slash after `prefix` are shown as one prefix each, in `prefixes`. */
        delimiter?: '/';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NamespaceList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespaces_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NamespaceCreateBody'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NamespaceView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `engine_version_unavailable` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_read: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NamespaceView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_update: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NamespaceSettings'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NamespaceView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `engine_version_unavailable` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_pending: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingCounts'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  api_keys_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  api_keys_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeyBody'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  api_keys_revoke: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_read: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganizationView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_update: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrganizationPatchBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganizationView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_quotas: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganizationQuotas'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_audit: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
        /** @description Who did it: `user:<id>`, `key:<id>` or `operator`. */
        actor?: string;
        /** @description What was done, such as `member.removed`. */
        action?: string;
        /** @description Id of what was changed. */
        target?: string;
        /** @description Changes made then or later. */
        since?: string;
        /** @description Changes made before then. */
        until?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_export_audit: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 5000, the default. */
        limit?: number;
        cursor?: string;
        /** @description Who did it: `user:<id>`, `key:<id>` or `operator`. */
        actor?: string;
        /** @description What was done, such as `member.removed`. */
        action?: string;
        /** @description Id of what was changed. */
        target?: string;
        /** @description Changes made then or later. */
        since?: string;
        /** @description Changes made before then. */
        until?: string;
        /** @description Default `jsonl`. */
        format?: 'csv' | 'jsonl';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/jsonl': components['schemas']['AuditEntry'];
          'text/csv': string;
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_usage: {
    parameters: {
      query?: {
        /** @description UTC month; default: the current one. */
        month?: string;
        namespace_prefix?: string;
        /** @description Items a page: 1 to 1000; default: 1000. */
        limit?: number;
        cursor?: string;
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageReport'];
          'text/csv': string;
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_usage_by_day: {
    parameters: {
      query?: {
        /** @description UTC month; default: the current one. */
        month?: string;
        namespace_prefix?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageDays'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_outcomes_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutcomeList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_outcomes_post: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OutcomesBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutcomesPosted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_outcomes_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_calibration: {
    parameters: {
      query?: {
        /** @description Any of posted, rule, queue, implicit, comma-separated, each at most once; all when empty or left out. */
        sources?: string;
        /** @description Outcomes observed at or after it. */
        since?: string;
        /** @description Outcomes observed before it. */
        until?: string;
        /** @description The epoch whose labels count; when left out that of the newest labelled answer. */
        engine_version?: string;
        /** @description `attributes.<name>`: adds `segments`, the labels by its value when they were bound. */
        by?: string;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CalibrationReport'];
          'text/html': string;
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_calibration_labels: {
    parameters: {
      query?: {
        /** @description Any of posted, rule, queue, implicit, comma-separated, each at most once; all when empty or left out. */
        sources?: string;
        /** @description Outcomes observed at or after it. */
        since?: string;
        /** @description Outcomes observed before it. */
        until?: string;
        /** @description The epoch whose labels count; when left out that of the newest labelled answer. */
        engine_version?: string;
        /** @description `csv` has the next page in the header `Link`. */
        format?: 'json' | 'csv';
        /** @description Items a page: 1 to 5000; 5000 when left out. A page ends at 1 MiB. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LabelTable'];
          'text/csv': string;
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_calibration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VerdictList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_calibration_history: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
        /** @description How many weeks are looked at, this one included: 1 to 104; 26 when left out. */
        weeks?: number;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CalibrationHistory'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_recommendation: {
    parameters: {
      query: {
        /** @description `p`, `dist.<option>` or `score`. */
        on: string;
        target: 'precision' | 'recall' | 'cost';
        /** @description For precision and recall: the target, a share above 0 and below 1. */
        at_least?: string;
        /** @description For cost: the cost of one false positive, in any unit. */
        cost_false_positive?: string;
        /** @description For cost: the cost of one false negative, in the same unit. */
        cost_false_negative?: string;
        /** @description For a score: the lowest observed value that counts as positive; default: the highest level. */
        positive_from?: string;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ThresholdRecommendation'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      422: components['responses']['insufficient_labels'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_queue: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100; 100 when left out. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueueView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_fit: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CalibrationRunBody'];
      };
    };
    responses: {
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `insufficient_labels` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_alternatives_table: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlternativesTable'];
          'text/html': string;
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_alternatives_add: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AlternativeBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alternative'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alternative'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `engine_version_unavailable` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_alternatives_run: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AlternativesRunBody'];
      };
    };
    responses: {
      /** @description The job that carries out the request. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      /** @description `plan_required` or `budget_exceeded` */
      402: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      /** @description `insufficient_labels` or `idempotency_key_reused` */
      422: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_alternatives_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_repeatability: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RepeatabilityBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RepeatabilityReply'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RepeatabilityReply'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      /** @description `budget_exceeded` or `plan_required` */
      402: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  judgment_alternatives_drafts: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      /** @description `unavailable` or `engine_unavailable` */
      503: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Retry-After': components['headers']['RetryAfter'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  judgment_suggest_parts: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuggestedPartList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      /** @description `unavailable` or `engine_unavailable` */
      503: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Retry-After': components['headers']['RetryAfter'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorEnvelope'];
        };
      };
    };
  };
  organization_starters: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StarterList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_subscriptions_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_subscriptions_put: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubscriptionBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionView'];
        };
      };
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_subscriptions_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  namespace_subscriptions_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`. */
        ns: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_rotate_secret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateSecretBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_test: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TestSendBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestSent'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EndpointBody'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      402: components['responses']['plan_required'];
      403: components['responses']['forbidden'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_delete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointDeleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_update: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EndpointPatchBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_deliveries: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
        status?: 'pending' | 'succeeded' | 'failed' | 'skipped';
        /** @description Event types and patterns such as `job.*`, comma-separated. */
        types?: string;
        /** @description Shows deliveries that were queued then or later. */
        since?: string;
        /** @description Shows deliveries that were queued before. */
        until?: string;
        /** @description Shows deliveries of events of a namespace, or of a prefix such as `acme/prod/*`. */
        namespace_prefix?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_stats: {
    parameters: {
      query?: {
        /** @description How many hours, the present one included; 24 when left out. */
        hours?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointHours'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  webhook_endpoints_recover: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecoverBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveriesRecovered'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  events_redeliver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RedeliverBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  events_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  events_read: {
    parameters: {
      query?: {
        /** @description Id of an event or a `next_cursor`; the page begins behind it. `latest` answers at once with no events and the cursor of the last one recorded. */
        cursor?: string;
        /** @description Which events come first. Default `oldest`. With `newest` the cursor goes back in time and ends as null. */
        order?: 'oldest' | 'newest';
        /** @description Items a page: 1 to 100. */
        limit?: number;
        /** @description Event types or patterns such as `job.*`, comma-separated. */
        types?: string;
        namespace_prefix?: string;
        /** @description Events about the document of this id. */
        document?: string;
        /** @description Events about the subscription of this name. */
        subscription?: string;
        /** @description Events about the judgment of this name. */
        judgment?: string;
        /** @description Events recorded then or later. */
        since?: string;
        /** @description Events recorded before then. */
        until?: string;
        /** @description Seconds to wait for new events, 0..30. */
        wait?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_sign_in: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInBody'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedInView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      413: components['responses']['too_large'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_revoke_others: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RevokedSessions'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_mail_link: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LinkMailBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkMailSent'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      413: components['responses']['too_large'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_providers: {
    parameters: {
      query: {
        /** @description The address of the person; only its domain counts. */
        email: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInProviderList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_current: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedInView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_sign_out: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_switch_to: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SessionPatchBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedInView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      413: components['responses']['too_large'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  sessions_revoke: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RevokedSessions'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  user_read: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  user_update: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserPatchBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_list: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_add: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MemberBody'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitedMember'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_remove: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_update: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MemberPatchBody'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      413: components['responses']['too_large'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_link: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      409: components['responses']['conflict'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_providers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganizationProviderList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_sessions: {
    parameters: {
      query?: {
        /** @description Items a page: 1 to 100. */
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberSessionList'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  members_revoke_session: {
    parameters: {
      query?: never;
      header?: {
        /** @description Send one key for a request and its retries: for 24 hours a retry gets the first response. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      422: components['responses']['idempotency_key_reused'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  organization_version: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'X-RateLimit-Limit': components['headers']['RateLimitLimit'];
          'X-RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VersionView'];
        };
      };
      400: components['responses']['invalid_request'];
      401: components['responses']['unauthorized'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['unavailable'];
    };
  };
  event_subscription_entered: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "subscription.entered",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "subscription": "late_orders",
         *         "document": "order:17",
         *         "sequence": 4182,
         *         "cause": "answer",
         *         "attributes": {
         *           "seller": "s9",
         *           "total": 129.5
         *         },
         *         "answers": {
         *           "late": {
         *             "id": "ans_01933b0a7c0071d2a3b4c5d6e7f80910",
         *             "type": "bool",
         *             "status": "fresh",
         *             "stale_reason": null,
         *             "unavailable_reason": null,
         *             "p": 0.62,
         *             "calibrated": null,
         *             "thresholds": {
         *               "alarm": true
         *             },
         *             "thresholds_missing": [],
         *             "engine": {
         *               "name": "jev",
         *               "version": "current"
         *             },
         *             "engine_version": "current+2026-03-02.1",
         *             "version": 1,
         *             "document_version": 7,
         *             "judged_at": "2026-03-04T09:30:00.000Z",
         *             "due_at": null,
         *             "truncated": false
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'subscription.entered';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['SubscriptionEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_subscription_exited: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "subscription.exited",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "subscription": "late_orders",
         *         "document": "order:17",
         *         "sequence": 4190,
         *         "cause": "threshold",
         *         "attributes": {
         *           "seller": "s9",
         *           "total": 129.5
         *         },
         *         "answers": {
         *           "late": {
         *             "id": "ans_01933b0a7c0071d2a3b4c5d6e7f80910",
         *             "type": "bool",
         *             "status": "fresh",
         *             "stale_reason": null,
         *             "unavailable_reason": null,
         *             "p": 0.62,
         *             "calibrated": null,
         *             "thresholds": {
         *               "alarm": false
         *             },
         *             "thresholds_missing": [],
         *             "engine": {
         *               "name": "jev",
         *               "version": "current"
         *             },
         *             "engine_version": "current+2026-03-02.1",
         *             "version": 1,
         *             "document_version": 7,
         *             "judged_at": "2026-03-04T09:30:00.000Z",
         *             "due_at": null,
         *             "truncated": false
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'subscription.exited';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['SubscriptionEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_job_completed: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "job.completed",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "job": {
         *           "id": "job_d01933b0a7c0071d2a3b4c5d6e7f80911",
         *           "type": "namespace_delete",
         *           "status": "done",
         *           "namespace": "acme/prod/t1",
         *           "progress": {
         *             "done": 1200,
         *             "total": 1200
         *           },
         *           "created_at": "2026-03-04T09:28:00.000Z",
         *           "started_at": "2026-03-04T09:28:01.000Z",
         *           "finished_at": "2026-03-04T09:30:00.000Z",
         *           "result_status": 200
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'job.completed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['JobEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_job_failed: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "job.failed",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "job": {
         *           "id": "job_d01933b0a7c0071d2a3b4c5d6e7f80911",
         *           "type": "namespace_delete",
         *           "status": "failed",
         *           "namespace": "acme/prod/t1",
         *           "progress": {
         *             "done": 300,
         *             "total": 1200
         *           },
         *           "created_at": "2026-03-04T09:28:00.000Z",
         *           "started_at": "2026-03-04T09:28:01.000Z",
         *           "finished_at": "2026-03-04T09:30:00.000Z",
         *           "result_status": 409
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'job.failed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['JobEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_namespace_budget_paused: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "namespace.budget_paused",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "budget": {
         *           "compute_usd_per_month": 50,
         *           "on_exceeded": "pause"
         *         },
         *         "spend_month_usd": 50.02
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'namespace.budget_paused';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['BudgetEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_namespace_budget_resumed: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "namespace.budget_resumed",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "budget": {
         *           "compute_usd_per_month": 80,
         *           "on_exceeded": "pause"
         *         },
         *         "spend_month_usd": 50.02
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'namespace.budget_resumed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['BudgetEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_judgment_fanout_deferred: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "judgment.fanout_deferred",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "judgment": "late",
         *         "deferred": 1840,
         *         "resumes_at": "2026-03-04T10:00:00.000Z"
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'judgment.fanout_deferred';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['DeferralEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_judgment_fanout_caught_up: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "judgment.fanout_caught_up",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "judgment": "late",
         *         "deferred": 0,
         *         "resumes_at": null
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'judgment.fanout_caught_up';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['DeferralEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_namespace_summary_failed: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "namespace.summary_failed",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/reports",
         *         "template": "acme/prod/*",
         *         "reason": "deleting"
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'namespace.summary_failed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['SummaryFailedEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_calibration_fitted: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "calibration.fitted",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "judgment": "late",
         *         "version": 1,
         *         "engine_version": "current+2026-03-02.1",
         *         "fit": "fit_01933b0a7c0071d2a3b4c5d6e7f80913",
         *         "labels": {
         *           "count": 412,
         *           "by_source": {
         *             "posted": 380,
         *             "queue": 32,
         *             "rule": 0,
         *             "implicit": 0
         *           },
         *           "hindsight": 120
         *         },
         *         "thresholds": {
         *           "alarm": {
         *             "flagged_before": 0.164,
         *             "flagged_after": 0.221
         *           }
         *         },
         *         "drift_worse": true,
         *         "drift_tests": [
         *           {
         *             "test": "mean",
         *             "statistic": -4.1,
         *             "p": 0.0002
         *           },
         *           {
         *             "test": "slope",
         *             "statistic": 0.6,
         *             "p": 1
         *           },
         *           {
         *             "test": "loss",
         *             "statistic": 1.2,
         *             "p": 0.35
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'calibration.fitted';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['FittedEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_alternatives_ready: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "alternatives.ready",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": "acme/prod/t1",
         *         "judgment": "late",
         *         "version": 1,
         *         "suggestion": {
         *           "id": "alt_01933b0a7c0071d2",
         *           "because": "better"
         *         },
         *         "headline": "The alternative lowers log loss by 0.031 after correcting for 3 alternatives."
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'alternatives.ready';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['AlternativesEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_webhook_endpoint_failing: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "webhook_endpoint.failing",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": null,
         *         "endpoint": {
         *           "id": "whe_01933b0a7c0071d2a3b4c5d6e7f80912",
         *           "url": "https://hooks.example.com/judgments",
         *           "events": [
         *             "job.*",
         *             "namespace.budget_paused"
         *           ],
         *           "namespace_prefix": "acme/prod/*",
         *           "description": "On-call",
         *           "max_per_second": null,
         *           "status": "failing",
         *           "enabled": true,
         *           "stats": {
         *             "deliveries_24h": 480,
         *             "success_rate_24h": 0,
         *             "last_delivery_at": "2026-03-03T09:29:00.000Z"
         *           },
         *           "created_at": "2026-01-12T08:00:00.000Z",
         *           "failing_since": "2026-03-03T09:29:00.000Z"
         *         },
         *         "last_error": {
         *           "error": "http_status",
         *           "status_code": 503
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'webhook_endpoint.failing';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['EndpointHealthEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_webhook_endpoint_disabled: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "webhook_endpoint.disabled",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": null,
         *         "endpoint": {
         *           "id": "whe_01933b0a7c0071d2a3b4c5d6e7f80912",
         *           "url": "https://hooks.example.com/judgments",
         *           "events": [
         *             "job.*",
         *             "namespace.budget_paused"
         *           ],
         *           "namespace_prefix": "acme/prod/*",
         *           "description": "On-call",
         *           "max_per_second": null,
         *           "status": "disabled",
         *           "enabled": false,
         *           "stats": {
         *             "deliveries_24h": 480,
         *             "success_rate_24h": 0,
         *             "last_delivery_at": "2026-03-03T09:29:00.000Z"
         *           },
         *           "created_at": "2026-01-12T08:00:00.000Z",
         *           "failing_since": "2026-02-27T09:29:00.000Z"
         *         },
         *         "last_error": {
         *           "error": "timeout",
         *           "status_code": null
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'webhook_endpoint.disabled';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['EndpointHealthEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  event_webhook_test: {
    parameters: {
      query?: never;
      header: {
        /** @description The event's id, the same on every retry: drop an event that you have received before. */
        'webhook-id': string;
        /** @description Time of this attempt, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description One signature for each valid secret, separated by spaces: `v1,` and base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "evt_01933b0a7c0071d2a3b4c5d6e7f80915",
         *       "type": "webhook.test",
         *       "timestamp": "2026-03-04T09:30:00.120Z",
         *       "data": {
         *         "namespace": null,
         *         "endpoint": {
         *           "id": "whe_01933b0a7c0071d2a3b4c5d6e7f80912",
         *           "url": "https://hooks.example.com/judgments",
         *           "events": [
         *             "job.*",
         *             "namespace.budget_paused"
         *           ],
         *           "namespace_prefix": "acme/prod/*",
         *           "description": "On-call",
         *           "max_per_second": null,
         *           "status": "active",
         *           "enabled": true,
         *           "stats": {
         *             "deliveries_24h": 480,
         *             "success_rate_24h": 0.99,
         *             "last_delivery_at": "2026-03-04T09:29:58.000Z"
         *           },
         *           "created_at": "2026-01-12T08:00:00.000Z"
         *         }
         *       }
         *     }
         */
        'application/json': {
          /** @description Event id, the same in the feed, in the webhook and in every redelivery. */
          id: string;
          /** @constant */
          type: 'webhook.test';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['EndpointEventData'];
          /**
           * @description Present in test sends only.
           * @constant
           */
          test?: true;
        };
      };
    };
    responses: {
      /** @description Received. The service tries again after any other status, redirects included. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}

/** Body of an error as OpenAI writes it. */
export function openAiBody(status: number, type: string, message: string | null): unknown {
  const own = ['insufficient_quota', 'model_not_found', 'content_filter'].includes(type);
  return {
    error: {
      message: message ?? '',
      type: type === 'text' || type === 'schema' || own ? 'invalid_request_error' : type,
      param: null,
      code: own ? type : status === 401 ? 'invalid_api_key' : null,
    },
  };
}

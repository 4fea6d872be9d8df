/**
 * Settings of the functions on the hot path. Their plans are kept by the connection that made them, often while the
 * tables were still empty: by index and loop they are right at every size. Frozen with the migrations that use it.
 */
export const planning =
  'set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off';

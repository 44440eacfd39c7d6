/**
 * Functions of SQL that only compute from their arguments, of SQLite, PostgreSQL, MySQL and DuckDB. Whatever is not here
 * is asked for: a list of the bad ones would never end.
 */
export const pureFunctions = new Set(
  `xmlelement xmlforest xmlagg xmlconcat xmlattributes abs acos acosh add_months adddate addtime age aggregate any_value apply approx_count_distinct approx_quantile
  approx_top_k arg_max arg_min argmax argmin array_agg array_append array_cat array_concat array_contains array_distinct
  array_fill array_has array_has_all array_has_any array_length array_position array_prepend array_remove array_slice
  array_sort array_to_string array_upper array_lower array_value ascii asin asinh atan atan2 atanh avg bar base64 bin
  bit_and bit_count bit_length bit_or bit_xor bool_and bool_or btrim cardinality cast cbrt ceil ceiling century changes
  char char_length character_length chr coalesce collate concat concat_ws contains convert convert_tz corr cos cosh cot
  count count_if countif covar_pop covar_samp crc32 cume_dist curdate current_date current_time current_timestamp
  curtime damerau_levenshtein date date_add date_bin date_diff date_format date_part date_sub date_trunc datediff
  datepart datesub datetime datetrunc day dayname dayofmonth dayofweek dayofyear days decade decode degrees dense_rank
  difference div editdist3 element_at elt encode ends_with entropy epoch epoch_ms epoch_ns epoch_us era even every exp
  export_set extract factorial favg field find_in_set first first_value flatten floor format format_bytes formatreadablesize
  from_base64 from_days from_hex from_unixtime fsum gamma gcd geometric_mean get_bit get_format glob greatest group_concat grouping grouping_id
  hamming hash hex histogram hour if ifnull iif initcap insert instr isfinite isinf isnan isnull isodow isoyear jaccard
  jaro_similarity jaro_winkler_similarity json json_agg json_array json_array_elements json_array_elements_text
  json_array_length json_arrayagg json_build_array json_build_object json_contains json_contains_path json_each
  json_each_text json_extract json_extract_path json_extract_path_text json_extract_string json_group_array
  json_group_object json_insert json_keys json_length json_object json_object_agg json_object_keys json_objectagg
  json_overlaps json_patch json_pretty json_quote json_remove json_replace json_search json_set json_strip_nulls
  json_structure json_table json_tree json_type json_typeof json_unquote json_valid json_value jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
  jsonb_extract_path jsonb_extract_path_text jsonb_object_agg jsonb_object_keys jsonb_path_exists jsonb_path_query
  jsonb_pretty jsonb_typeof julian julianday justify_days justify_hours justify_interval kahan_sum kurtosis lag last
  last_day last_value lcase lcm lead least left left_grapheme len length levenshtein lgamma like likelihood likely list
  list_agg list_aggregate list_append list_avg list_concat list_contains list_count list_distinct list_element
  list_extract list_filter list_has list_max list_min list_reduce list_reverse list_slice list_sort list_sum
  list_transform list_unique list_value ln locate log log10 log1p log2 lower lpad ltrim mad make_date make_interval make_set
  make_time make_timestamp make_timestamptz makedate maketime map map_entries map_extract map_from_entries map_keys
  map_values max max_by md5 median mediank mid microsecond millennium min min_by minute mismatches mod mode month
  monthname months multiply nanosecond nextafter nfc_normalize normalize not_between now nth_value ntile nullif num_nonnulls num_nulls
  nvl nvl2 oct octet_length ord overlaps overlay parse_dirname parse_filename parse_path percent_rank percentile_cont
  percentile_disc period_add period_diff pi position pow power printf product quantile quantile_cont quantile_disc quarter
  quote quote_literal quote_ident radians random rand range rank regexp_count regexp_extract regexp_extract_all regexp_full_match
  regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table
  regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace
  reverse right right_grapheme round row row_number row_to_json rpad rtrim scale sec_to_time second sem setseed
  sha1 sha2 sha256 sign sin sinh skewness soundex space split split_part sqrt starts_with stddev stddev_pop stddev_samp std
  str_to_date strcmp strftime string_agg string_split string_to_array strip_accents strlen strpos strptime struct_extract
  struct_pack subdate substr substring substring_index subtime subtract sum sum_no_overflow sysdate tan tanh time
  time_bucket time_format time_to_sec timediff timestamp timestampadd timestampdiff timestamp_diff to_base64 to_char
  to_date to_days to_hex to_json to_jsonb to_number to_seconds to_time to_timestamp today total transaction_timestamp
  translate trim trim_scale trunc truncate try_cast typeof pg_typeof pg_size_pretty pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size pg_database_size ucase unbin unhex unicode unixepoch uniform unistr unix_timestamp
  unlikely unnest unpivot upper utc_date utc_time utc_timestamp uuid gen_random_uuid values var_pop var_samp variance version week weekday
  weekofyear width_bucket xor year years yearweek zeroblob generate_series generate_subscripts row_count found_rows
  subsecond sqlite_version clock_timestamp statement_timestamp date_from_parts datefromparts dateadd to_tsvector to_tsquery plainto_tsquery
  phraseto_tsquery websearch_to_tsquery ts_rank ts_headline similarity word_similarity match against highlight snippet unaccent
  count_star arbitrary bitstring_agg group_array ifs string lists hexdump bucket date_name timezone isempty isnotnull
  st_area st_asgeojson st_astext st_buffer st_centroid st_contains st_distance st_distance_sphere st_dwithin st_intersects st_length
  st_makepoint st_point st_transform st_within st_x st_y st_setsrid st_geomfromtext
  reservoir bernoulli bm25 offsets matchinfo database schema connection_id user current_user session_user system_user current_role charset collation coercibility current_database
  current_schema current_schemas current_catalog col_description obj_description format_type pg_get_constraintdef pg_get_indexdef pg_get_viewdef pg_get_expr
  pg_get_userbyid pg_column_size to_regclass to_regtype has_table_privilege has_schema_privilege has_column_privilege parse_ident quote_nullable
  approx_quantiles approx_top_count approx_top_sum safe_divide safe_cast safe_offset logical_and logical_or generate_array generate_date_array parse_date
  parse_timestamp parse_datetime format_date format_timestamp timestamp_trunc datetime_trunc timestamp_add timestamp_sub timestamp_seconds timestamp_millis
  last_insert_rowid total_changes sqlite_source_id json_error_position jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object
  jsonb_patch jsonb_remove jsonb_replace jsonb_set jsonb_each_text jsonb_path_match jsonb_path_query_array jsonb_path_query_first jsonb_strip_nulls
  jsonb_to_record jsonb_to_recordset json_to_record json_to_recordset json_exists json_query json_scalar json_serialize json_populate_recordset
  json_array_append json_array_insert json_depth json_merge_patch json_merge_preserve json_schema_valid json_storage_size
  inet_aton inet_ntoa inet6_aton inet6_ntoa is_uuid bin_to_uuid uuid_to_bin weight_string host hostmask masklen netmask network broadcast abbrev
  lower_inc upper_inc lower_inf upper_inf range_merge range_agg range_intersect_agg int4range int8range numrange daterange tsrange tstzrange multirange
  array_dims array_ndims array_replace array_positions array_shuffle array_sample string_to_table timeofday isodate random_normal
  ts_rank_cd tsvector_to_array setweight strip numnode querytree ts_filter
  list_zip list_any_value list_first list_last list_median list_mode list_histogram list_string_agg list_position list_indexof list_reverse_sort
  list_grade_up list_pack list_resize list_select list_where list_intersect list_cosine_similarity list_cosine_distance list_distance list_inner_product
  list_stddev_pop list_stddev_samp list_var_pop list_var_samp array_cosine_similarity array_cosine_distance array_distance array_inner_product
  array_cross_product array_value map_concat union_tag union_extract struct_insert struct_concat url_encode url_decode prefix suffix string_split_regex
  str_split str_split_regex regexp_escape reservoir_quantile weighted_avg wavg sumkahan arg_min_null arg_max_null histogram_exact equi_width_bins
  greatest_common_divisor least_common_multiple signbit fmod fdiv get_current_timestamp get_current_time current_localtime current_localtimestamp set_bit
  int integer bigint smallint tinyint real double float decimal numeric varchar text boolean bool blob date32 interval nvarchar binary
  varbinary bit precision signed unsigned character varying timestamptz timetz enum struct`.split(/\s{1,9}/),
)

/** Words after which a bracket opens no call. */
export const beforeBracket = new Set(
  `select distinct all from join on using where and or not in exists any some between having by limit offset union except
  intersect values as over filter within with recursive materialized case when then else end is like ilike rlike regexp similar
  to lateral left right inner outer cross full natural window partition order group set returning if escape collate at unpivot pivot
  qualify sample tablesample rollup cube sets explain analyze columns exclude rename for interval glob div mod xor asc desc
  ignore nulls array row table summarize ordinality only`.split(/\s{1,9}/),
)

/** Tables of PostgreSQL's own catalogue, without `pg_`, that hold secrets or what other people do. */
export const secretCatalogTables = new Set(
  `shadow authid user_mapping user_mappings hba_file_rules file_settings ident_file_mappings largeobject stat_activity stat_ssl
  subscription foreign_server statistic stats`.split(/\s{1,9}/),
)

/** Tables of other databases that do. */
export const secretTables = new Set(
  `duckdb_secrets processlist user_privileges innodb_trx sqlite_dbpage`.split(/\s{1,9}/),
)

/** Columns that hold secrets of people, by their whole name. */
export const secretColumns = new Set(
  `password passwd pwd pass_hash passhash password_hash passwordhash hashed_password password_digest encrypted_password
  password_salt passcode pin_code api_key apikey api_token api_secret secret secret_key client_secret private_key
  access_token refresh_token auth_token session_token bearer_token reset_token totp_secret otp_secret mfa_secret
  authentication_string rolpassword passwort kennwort mot_de_passe recovery_code recovery_codes seed_phrase
  credit_card credit_card_number card_number cardnumber cc_number cvv cvc ssn social_security_number
  密码 口令 密钥 身份证号 信用卡号`.split(/\s{1,9}/),
)

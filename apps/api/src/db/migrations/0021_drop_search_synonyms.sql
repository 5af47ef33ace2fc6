INSERT INTO "operator_entries" ("id", "kind", "key", "version", "retired", "fields", "updated_at")
SELECT "id", 'brand_synonym', '  ' || lower("term"), 1, false,
  jsonb_build_object('term', "term", 'synonyms', "means", 'language', null), now()
FROM "search_synonyms" WHERE cardinality("means") > 0;--> statement-breakpoint
INSERT INTO "operator_entry_versions" ("entry_id", "version", "saved_at", "retired", "fields")
SELECT "id", 1, "updated_at", false, "fields" FROM "operator_entries";--> statement-breakpoint
INSERT INTO "operator_revisions" ("kind", "revision") SELECT DISTINCT "kind", 1 FROM "operator_entries";--> statement-breakpoint
DROP TABLE "search_synonyms" CASCADE;

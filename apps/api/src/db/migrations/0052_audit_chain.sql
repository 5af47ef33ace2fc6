CREATE TABLE "audit_chain" (
	"chain" text NOT NULL,
	"position" bigint NOT NULL,
	"entry_id" bigint,
	"event" text NOT NULL,
	"entry_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"digest" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_chain_position_pk" PRIMARY KEY("chain","position"),
	CONSTRAINT "audit_chain_chain_known" CHECK ("audit_chain"."chain" in ('changes', 'security')),
	CONSTRAINT "audit_chain_event_known" CHECK ("audit_chain"."event" in ('add', 'change', 'retention'))
);
--> statement-breakpoint
CREATE TABLE "audit_streams" (
	"chain" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"slot" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "embed_keys" DROP CONSTRAINT "embed_keys_one_row";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "salt" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "embed_keys" ADD COLUMN "signs_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "embed_keys" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_chain_entry_idx" ON "audit_chain" USING btree ("entry_id","position");--> statement-breakpoint
CREATE INDEX "audit_chain_retention_idx" ON "audit_chain" USING btree ("chain","entry_at") WHERE "audit_chain"."event" = 'retention';--> statement-breakpoint
CREATE INDEX "audit_entries_organisation_idx" ON "audit_entries" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at_idx" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_open_idx" ON "audit_entries" USING btree ("at") WHERE "audit_entries"."bucket" is not null;--> statement-breakpoint
-- Microseconds since 1970: text that does not depend on the time zone of a session.
CREATE FUNCTION audit_micros(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
	SELECT (extract(epoch FROM moment) * 1000000)::bigint
$$;
--> statement-breakpoint
-- Content of an entry that its digest covers. The number of equal security events counts once their hour has ended.
CREATE FUNCTION audit_content(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT entry.salt || '|' || jsonb_build_array(
		entry.id, audit_micros(entry.at), entry.action, entry.kind, entry.actor_id, entry.account_id, entry.organisation_id,
		entry.subject, entry.changes, entry.outcome, CASE WHEN entry.bucket IS NULL THEN entry.count END
	)::text
$$;
--> statement-breakpoint
CREATE FUNCTION audit_sha256(content text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT encode(sha256(convert_to(content, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Appends a row to a chain. The lock is held until the transaction ends, so that no two rows have the same row before.
CREATE FUNCTION audit_append(in_chain text, in_entry bigint, in_event text, in_entry_at timestamptz, in_digest text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	last_position bigint;
	last_hash text;
	moment timestamptz;
BEGIN
	PERFORM pg_advisory_xact_lock(7305911403);
	moment := clock_timestamp();
	SELECT position, hash INTO last_position, last_hash FROM audit_chain
	WHERE chain = in_chain ORDER BY position DESC LIMIT 1;
	last_position := coalesce(last_position, 0) + 1;
	INSERT INTO audit_chain (chain, position, entry_id, event, entry_at, at, digest, hash) VALUES (
		in_chain, last_position, in_entry, in_event, in_entry_at, moment, in_digest,
		audit_sha256(concat_ws('|', coalesce(last_hash, ''), in_chain, last_position, in_event, coalesce(in_entry::text, ''),
			audit_micros(in_entry_at), audit_micros(moment), in_digest))
	);
END $$;
--> statement-breakpoint
-- States that entries from before a time end, and with which row the chain begins then.
CREATE FUNCTION audit_retain(in_chain text, in_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	first_position bigint;
	hash_before text;
BEGIN
	PERFORM pg_advisory_xact_lock(7305911403);
	SELECT position INTO first_position FROM audit_chain
	WHERE chain = in_chain AND entry_at >= in_time ORDER BY position LIMIT 1;
	IF first_position IS NULL THEN
		SELECT max(position) + 1 INTO first_position FROM audit_chain WHERE chain = in_chain;
	END IF;
	SELECT hash INTO hash_before FROM audit_chain WHERE chain = in_chain AND position = first_position - 1;
	IF hash_before IS NULL THEN
		-- The chain begins where the retention before this one has left it.
		SELECT split_part(digest, '|', 2) INTO hash_before FROM audit_chain
		WHERE chain = in_chain AND event = 'retention' ORDER BY position DESC LIMIT 1;
	END IF;
	PERFORM audit_append(in_chain, NULL, 'retention', in_time, first_position || '|' || coalesce(hash_before, ''));
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_chain_of(kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN kind = 'account' THEN 'security' ELSE 'changes' END
$$;
--> statement-breakpoint
-- The numbers of earlier hours are final.
UPDATE audit_entries SET bucket = NULL WHERE bucket IS NOT NULL AND at < now() - interval '2 hours';
--> statement-breakpoint
DO $$
DECLARE
	entry audit_entries;
BEGIN
	FOR entry IN SELECT * FROM audit_entries ORDER BY id LOOP
		PERFORM audit_append(audit_chain_of(entry.kind), entry.id, 'add', entry.at, audit_sha256(audit_content(entry)));
	END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION audit_entries_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM audit_append(audit_chain_of(NEW.kind), NEW.id, CASE TG_OP WHEN 'INSERT' THEN 'add' ELSE 'change' END, NEW.at,
		audit_sha256(audit_content(NEW)));
	RETURN NULL;
END $$;
--> statement-breakpoint
-- At the end of the transaction: the lock is the last one that it takes, so that it cannot be part of a deadlock, and is held
-- for the commit alone.
CREATE CONSTRAINT TRIGGER audit_entries_add AFTER INSERT ON audit_entries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_entries_chain();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_entries_change AFTER UPDATE ON audit_entries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.salt <> NEW.salt) EXECUTE FUNCTION audit_entries_chain();
--> statement-breakpoint
-- An entry stays as it was written. Only personal data may be removed from it, and equal events of its hour counted.
CREATE FUNCTION audit_entries_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.id, NEW.at, NEW.action, NEW.kind) IS DISTINCT FROM (OLD.id, OLD.at, OLD.action, OLD.kind)
		OR NEW.outcome IS DISTINCT FROM OLD.outcome
		OR (NEW.actor_id IS NOT NULL AND NEW.actor_id IS DISTINCT FROM OLD.actor_id)
		OR (NEW.account_id IS NOT NULL AND NEW.account_id IS DISTINCT FROM OLD.account_id)
		OR (NEW.organisation_id IS NOT NULL AND NEW.organisation_id IS DISTINCT FROM OLD.organisation_id)
		OR (NEW.subject <> '' AND NEW.subject <> OLD.subject)
		OR (NEW.bucket IS NOT NULL AND NEW.bucket IS DISTINCT FROM OLD.bucket)
		OR (NEW.count <> OLD.count AND (OLD.bucket IS NULL OR NEW.count < OLD.count))
		OR jsonb_array_length(NEW.changes) NOT IN (0, jsonb_array_length(OLD.changes))
	THEN
		RAISE EXCEPTION 'An audit entry cannot be changed.';
	END IF;
	IF (NEW.actor_id, NEW.account_id, NEW.organisation_id, NEW.bucket)
			IS DISTINCT FROM (OLD.actor_id, OLD.account_id, OLD.organisation_id, OLD.bucket)
		OR NEW.subject <> OLD.subject OR NEW.changes <> OLD.changes
	THEN
		NEW.salt := gen_random_uuid()::text;
	ELSE
		NEW.salt := OLD.salt;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_guard BEFORE UPDATE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION audit_entries_guard();
--> statement-breakpoint
-- The end of the retention period that the chain states; entries from before it may be deleted.
CREATE FUNCTION audit_horizon(in_chain text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
	SELECT max(entry_at) FROM audit_chain WHERE chain = in_chain AND event = 'retention'
$$;
--> statement-breakpoint
CREATE FUNCTION audit_entries_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.at < audit_horizon(audit_chain_of(OLD.kind)) THEN RETURN OLD; END IF;
	RAISE EXCEPTION 'An audit entry cannot be deleted before the end of its retention period.';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_keep BEFORE DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION audit_entries_keep();
--> statement-breakpoint
CREATE FUNCTION audit_chain_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.entry_at < audit_horizon(OLD.chain) THEN RETURN OLD; END IF;
	RAISE EXCEPTION 'The audit chain cannot be changed.';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_chain_keep BEFORE UPDATE OR DELETE ON audit_chain
FOR EACH ROW EXECUTE FUNCTION audit_chain_keep();
--> statement-breakpoint
-- Name of the secret with which the key of a period is mixed, so that a change of the secret begins with the next period.
ALTER TABLE analytics_keys ADD COLUMN mixed_with text;

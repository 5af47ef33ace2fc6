ALTER TABLE "outbox" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "delete_when_sent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_user_id_idx" ON "outbox" USING btree ("user_id");
--> statement-breakpoint
-- One key a period, deleted when the period has ended; the id is the first UTC day of the period, in days since 1970.
ALTER TABLE analytics_keys DROP CONSTRAINT analytics_keys_one_row;
--> statement-breakpoint
-- Visits come in the order of their days: a small index finds those that have passed their retention period.
CREATE INDEX analytics_visits_day_idx ON analytics_visits USING brin (day);
--> statement-breakpoint
-- Whatever deletes a conversation (its owner, the account's deletion, pruning), its statistics stay as counts that lead to
-- nobody. Visits lead to its days and widgets: the events have no index of conversations.
CREATE FUNCTION analytics_anonymise_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	token text := 'deleted ' || gen_random_uuid();
BEGIN
	UPDATE analytics_events AS event
	SET conversation = token, address_hash = token, address_masked = '', latitude = NULL, longitude = NULL,
		id = gen_random_uuid(), at = visit.day::timestamp AT TIME ZONE 'UTC'
	FROM (
		SELECT DISTINCT widget_id, day FROM analytics_visits
		WHERE (hashtext(conversation) & 4095) = (hashtext(OLD.id::text) & 4095) AND conversation = OLD.id::text
	) AS visit
	WHERE event.widget_id = visit.widget_id AND event.at >= visit.day::timestamp AT TIME ZONE 'UTC'
		AND event.at < (visit.day + 1)::timestamp AT TIME ZONE 'UTC' AND event.conversation = OLD.id::text;
	DELETE FROM analytics_visits AS visit USING analytics_visits AS other
	WHERE (hashtext(visit.conversation) & 4095) = (hashtext(OLD.id::text) & 4095) AND visit.conversation = OLD.id::text
		AND other.conversation = visit.conversation AND other.widget_id = visit.widget_id AND other.day = visit.day
		AND other.address_hash < visit.address_hash;
	UPDATE analytics_visits SET conversation = token, address_hash = token
	WHERE (hashtext(conversation) & 4095) = (hashtext(OLD.id::text) & 4095) AND conversation = OLD.id::text;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER analytics_anonymise_conversation AFTER DELETE ON conversations
FOR EACH ROW EXECUTE FUNCTION analytics_anonymise_conversation();

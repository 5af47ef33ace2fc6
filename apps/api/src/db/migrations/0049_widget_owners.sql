ALTER TABLE "widget_sightings" DROP CONSTRAINT "widget_sightings_embed_id_origin_pk";--> statement-breakpoint
ALTER TABLE "widget_sightings" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "widget_sightings" ADD CONSTRAINT "widget_sightings_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configurator_versions_owner_idx" ON "configurator_versions" USING btree (("state" ->> 'client_owner'));--> statement-breakpoint
CREATE INDEX "widget_sightings_embed_idx" ON "widget_sightings" USING btree ("embed_id");--> statement-breakpoint
ALTER TABLE "widget_sightings" ADD CONSTRAINT "widget_sightings_origin_key" UNIQUE NULLS NOT DISTINCT("client_id","embed_id","origin");
--> statement-breakpoint
-- Owners of widgets by time, from the versions of the widgets. A widget without versions has always had its owner of today.
CREATE TEMPORARY TABLE widget_periods ON COMMIT DROP AS
SELECT configurator_id AS widget_id, coalesce(client.id, '00000000-0000-0000-0000-000000000000'::uuid) AS client_id,
	CASE WHEN row_number() OVER versions = 1 THEN '-infinity' ELSE saved_at END AS since,
	coalesce(lead(saved_at) OVER versions, 'infinity') AS until
FROM configurator_versions LEFT JOIN users AS client ON client.id::text = state ->> 'client_owner'
WINDOW versions AS (PARTITION BY configurator_id ORDER BY version)
UNION ALL
SELECT id, coalesce(client_owner, '00000000-0000-0000-0000-000000000000'::uuid), '-infinity', 'infinity' FROM configurators
WHERE NOT EXISTS (SELECT FROM configurator_versions WHERE configurator_id = configurators.id);
--> statement-breakpoint
UPDATE widget_sightings AS seen SET client_id = nullif(period.client_id, '00000000-0000-0000-0000-000000000000'::uuid)
FROM widget_periods AS period
WHERE period.widget_id = seen.embed_id AND seen.seen_at >= period.since AND seen.seen_at < period.until;
--> statement-breakpoint
-- Owners of the days that are counted: those of the messages; of days whose messages are deleted, the owner at their begin.
CREATE TEMPORARY TABLE owned_days ON COMMIT DROP AS
SELECT counted.widget_id, counted.day, coalesce(told.client_id, period.client_id, '00000000-0000-0000-0000-000000000000'::uuid) AS client_id,
	count(*) OVER (PARTITION BY counted.widget_id, counted.day) AS owners
FROM (SELECT DISTINCT widget_id, day FROM analytics_daily WHERE kind IN ('user', 'assistant')) AS counted
LEFT JOIN (SELECT DISTINCT widget_id, (at AT TIME ZONE 'UTC')::date AS day, client_id FROM analytics_events) AS told
	ON told.widget_id = counted.widget_id AND told.day = counted.day
LEFT JOIN widget_periods AS period ON told.client_id IS NULL AND period.widget_id = counted.widget_id
	AND counted.day::timestamp AT TIME ZONE 'UTC' >= period.since
	AND counted.day::timestamp AT TIME ZONE 'UTC' < period.until;
--> statement-breakpoint
ANALYZE owned_days;
--> statement-breakpoint
-- Messages of the days on which a widget changed hands: those days are counted anew.
CREATE TEMPORARY TABLE shared_days ON COMMIT DROP AS
SELECT event.*, shared.day
FROM (SELECT DISTINCT widget_id, day FROM owned_days WHERE owners > 1) AS shared
JOIN analytics_events AS event ON event.widget_id = shared.widget_id
	AND event.at >= shared.day::timestamp AT TIME ZONE 'UTC' AND event.at < (shared.day + 1)::timestamp AT TIME ZONE 'UTC';
--> statement-breakpoint
-- Keys of the roll-ups lead with the client who owned the widget when the message came.
ALTER TABLE analytics_daily RENAME TO analytics_daily_before;
--> statement-breakpoint
CREATE TABLE analytics_daily (
	client_id uuid NOT NULL,
	widget_id uuid NOT NULL,
	kind text NOT NULL,
	day date NOT NULL,
	name text NOT NULL,
	n bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO analytics_daily
SELECT owned.client_id, widget_id, kind, day, name, n
FROM analytics_daily_before JOIN owned_days AS owned USING (widget_id, day) WHERE owned.owners = 1
UNION ALL
SELECT client_id, widget_id, kind, day, name, count(*) FROM (
	SELECT client_id, widget_id, role AS kind, day, '' AS name FROM shared_days
	UNION ALL SELECT client_id, widget_id, 'product', day, unnest(products) FROM shared_days
	UNION ALL SELECT client_id, widget_id, 'author', day, unnest(authors) FROM shared_days
	UNION ALL SELECT client_id, widget_id, 'subject', day, subject FROM shared_days WHERE subject IS NOT NULL
	UNION ALL SELECT client_id, widget_id, 'country', day, country_code FROM shared_days
		WHERE role = 'user' AND latitude IS NOT NULL AND longitude IS NOT NULL AND country_code <> ''
) AS named GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
DROP TABLE analytics_daily_before;
--> statement-breakpoint
ALTER TABLE analytics_daily ADD PRIMARY KEY (client_id, widget_id, kind, day, name) INCLUDE (n);
--> statement-breakpoint
ALTER TABLE analytics_places RENAME TO analytics_places_before;
--> statement-breakpoint
CREATE TABLE analytics_places (
	client_id uuid NOT NULL,
	widget_id uuid NOT NULL,
	day date NOT NULL,
	latitude integer NOT NULL,
	longitude integer NOT NULL,
	country_code text NOT NULL,
	address_masked text NOT NULL,
	n bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO analytics_places
SELECT owned.client_id, widget_id, day, latitude, longitude, country_code, address_masked, n
FROM analytics_places_before JOIN owned_days AS owned USING (widget_id, day) WHERE owned.owners = 1
UNION ALL
SELECT client_id, widget_id, day, round(latitude * 100)::int, round(longitude * 100)::int, max(country_code),
	max(address_masked), count(*)
FROM shared_days WHERE role = 'user' AND latitude IS NOT NULL AND longitude IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
DROP TABLE analytics_places_before;
--> statement-breakpoint
ALTER TABLE analytics_places ADD PRIMARY KEY (client_id, widget_id, day, latitude, longitude)
	INCLUDE (country_code, address_masked, n);
--> statement-breakpoint
ALTER TABLE analytics_visits RENAME TO analytics_visits_before;
--> statement-breakpoint
CREATE TABLE analytics_visits (
	client_id uuid NOT NULL,
	widget_id uuid NOT NULL,
	day date NOT NULL,
	conversation text NOT NULL,
	address_hash text NOT NULL,
	is_located boolean NOT NULL
);
--> statement-breakpoint
-- In the order of the days, for the index that finds those that have passed their retention period.
INSERT INTO analytics_visits
SELECT * FROM (
	SELECT owned.client_id, widget_id, day, conversation, address_hash, is_located
	FROM analytics_visits_before JOIN owned_days AS owned USING (widget_id, day) WHERE owned.owners = 1
	UNION ALL
	SELECT client_id, widget_id, day, conversation, address_hash, bool_or(latitude IS NOT NULL)
	FROM shared_days GROUP BY 1, 2, 3, 4, 5
) AS visits ORDER BY day;
--> statement-breakpoint
DROP TABLE analytics_visits_before;
--> statement-breakpoint
ALTER TABLE analytics_visits ADD PRIMARY KEY (client_id, widget_id, day, conversation, address_hash) INCLUDE (is_located);
--> statement-breakpoint
CREATE INDEX analytics_visits_conversation_idx ON analytics_visits ((hashtext(conversation) & 4095), day)
	INCLUDE (conversation);
--> statement-breakpoint
CREATE INDEX analytics_visits_address_idx ON analytics_visits ((hashtext(address_hash) & 4095), day)
	INCLUDE (address_hash, is_located);
--> statement-breakpoint
CREATE INDEX analytics_visits_day_idx ON analytics_visits USING brin (day);
--> statement-breakpoint
-- As before, for each owner of the widget.
CREATE OR REPLACE FUNCTION analytics_anonymise_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	token text := 'deleted ' || gen_random_uuid();
BEGIN
	UPDATE analytics_events AS event
	SET conversation = token, address_hash = token, address_masked = '', latitude = NULL, longitude = NULL,
		id = gen_random_uuid(), at = visit.day::timestamp AT TIME ZONE 'UTC'
	FROM (
		SELECT DISTINCT client_id, widget_id, day FROM analytics_visits
		WHERE (hashtext(conversation) & 4095) = (hashtext(OLD.id::text) & 4095) AND conversation = OLD.id::text
	) AS visit
	WHERE event.client_id = visit.client_id AND event.widget_id = visit.widget_id
		AND event.at >= visit.day::timestamp AT TIME ZONE 'UTC'
		AND event.at < (visit.day + 1)::timestamp AT TIME ZONE 'UTC' AND event.conversation = OLD.id::text;
	DELETE FROM analytics_visits AS visit USING analytics_visits AS other
	WHERE (hashtext(visit.conversation) & 4095) = (hashtext(OLD.id::text) & 4095) AND visit.conversation = OLD.id::text
		AND other.conversation = visit.conversation AND other.client_id = visit.client_id
		AND other.widget_id = visit.widget_id AND other.day = visit.day AND other.address_hash < visit.address_hash;
	UPDATE analytics_visits SET conversation = token, address_hash = token
	WHERE (hashtext(conversation) & 4095) = (hashtext(OLD.id::text) & 4095) AND conversation = OLD.id::text;
	RETURN NULL;
END $$;

-- Places of whole weeks, Monday to Sunday: a map of a month or a year adds up far fewer rows.
CREATE TABLE analytics_places_weekly (
	week date NOT NULL,
	latitude integer NOT NULL,
	longitude integer NOT NULL,
	country_code text NOT NULL,
	address_masked text NOT NULL,
	n bigint NOT NULL,
	PRIMARY KEY (week, latitude, longitude) INCLUDE (country_code, address_masked, n)
);
--> statement-breakpoint
INSERT INTO analytics_places_weekly
SELECT date_trunc('week', day)::date, latitude, longitude, max(country_code), max(address_masked), sum(n)
FROM analytics_places_global GROUP BY 1, 2, 3;
--> statement-breakpoint
-- Countries are counted by name, like products: kind is `country`.
INSERT INTO analytics_daily
SELECT widget_id, 'country', day, country_code, sum(n) FROM analytics_places
WHERE country_code <> '' GROUP BY widget_id, day, country_code;
--> statement-breakpoint
INSERT INTO analytics_daily_global
SELECT 'country', day, country_code, sum(n) FROM analytics_places_global
WHERE country_code <> '' GROUP BY day, country_code;
--> statement-breakpoint
-- A part of all conversations and addresses, by their hash: an admin's distinct counts of very many messages.
CREATE INDEX analytics_visits_conversation_idx ON analytics_visits ((hashtext(conversation) & 4095), day)
	INCLUDE (conversation);
--> statement-breakpoint
CREATE INDEX analytics_visits_address_idx ON analytics_visits ((hashtext(address_hash) & 4095), day)
	INCLUDE (address_hash, is_located);
--> statement-breakpoint
-- The messages of one widget, for a dashboard that looks at one product, author, topic or country.
CREATE INDEX analytics_events_widget_idx ON analytics_events (widget_id, at);

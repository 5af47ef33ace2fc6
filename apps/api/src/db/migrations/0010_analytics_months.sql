-- Questions from a place up to each of a month's 31 days. Those of some days are a difference, so that a map of everything
-- reads a row for each place and month, however many messages came from there.
CREATE TABLE analytics_places_monthly (
	month date NOT NULL,
	latitude integer NOT NULL,
	longitude integer NOT NULL,
	upto integer[] NOT NULL,
	PRIMARY KEY (month, latitude, longitude)
);
--> statement-breakpoint
-- Instances of the version before go on counting days and weeks as long as they run: the months learn of it. Later ones
-- neither write nor read those two tables.
CREATE FUNCTION analytics_pass_places_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO analytics_places_monthly AS kept (month, latitude, longitude, upto)
	SELECT month, NEW.latitude, NEW.longitude, array(
		SELECT CASE WHEN NEW.day < month + d THEN NEW.n - coalesce(OLD.n, 0) ELSE 0 END
		FROM generate_series(1, 31) AS d ORDER BY d
	)
	FROM (SELECT date_trunc('month', NEW.day)::date AS month) AS of_day
	ON CONFLICT (month, latitude, longitude) DO UPDATE SET upto = array(
		SELECT one + other FROM unnest(kept.upto, excluded.upto) WITH ORDINALITY AS both_of (one, other, d) ORDER BY d
	);
	RETURN NULL;
END $$;
--> statement-breakpoint
-- From here to the end of the migration such an instance waits: what it counts is passed on, or was there to be read.
CREATE TRIGGER analytics_pass_places_on AFTER INSERT OR UPDATE ON analytics_places_global
FOR EACH ROW EXECUTE FUNCTION analytics_pass_places_on();
--> statement-breakpoint
INSERT INTO analytics_places_monthly
SELECT month, latitude, longitude, array(
	SELECT coalesce(sum(n) FILTER (WHERE day < month + d), 0)::int
	FROM unnest(days, counts) AS of_day (day, n), generate_series(1, 31) AS d GROUP BY d ORDER BY d
)
FROM (
	SELECT date_trunc('month', day)::date AS month, latitude, longitude, array_agg(day) AS days, array_agg(n) AS counts
	FROM analytics_places_global GROUP BY 1, 2, 3
) AS counted;
--> statement-breakpoint
-- A month's rows lie together, as the planner learns from an index of months alone: the other months are passed over.
CREATE INDEX analytics_places_monthly_month_idx ON analytics_places_monthly (month);

-- What is known of a place, once: the world's map then adds up rows of numbers alone.
CREATE TABLE analytics_cells (
	latitude integer NOT NULL,
	longitude integer NOT NULL,
	country_code text NOT NULL,
	address_masked text NOT NULL,
	PRIMARY KEY (latitude, longitude)
);
--> statement-breakpoint
INSERT INTO analytics_cells
SELECT latitude, longitude, max(country_code), max(address_masked) FROM analytics_places_weekly GROUP BY 1, 2;
--> statement-breakpoint
-- The key goes with the columns that it includes.
ALTER TABLE analytics_places_global DROP COLUMN country_code, DROP COLUMN address_masked;
--> statement-breakpoint
ALTER TABLE analytics_places_global ADD PRIMARY KEY (day, latitude, longitude) INCLUDE (n);
--> statement-breakpoint
ALTER TABLE analytics_places_weekly DROP COLUMN country_code, DROP COLUMN address_masked;
--> statement-breakpoint
ALTER TABLE analytics_places_weekly ADD PRIMARY KEY (week, latitude, longitude) INCLUDE (n);

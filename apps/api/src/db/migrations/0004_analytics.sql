-- One row a message. Keys lead with the client, so that the table can be distributed by it; months are partitions,
-- so that what is too old goes by dropping a table.
CREATE TABLE analytics_events (
	client_id uuid NOT NULL,
	at timestamp with time zone NOT NULL,
	id uuid NOT NULL,
	widget_id uuid NOT NULL,
	conversation text NOT NULL,
	role text NOT NULL,
	address_hash text NOT NULL,
	address_masked text NOT NULL,
	latitude double precision,
	longitude double precision,
	country_code text NOT NULL DEFAULT '',
	products text[] NOT NULL DEFAULT '{}',
	authors text[] NOT NULL DEFAULT '{}',
	subject text,
	is_sample boolean NOT NULL DEFAULT false,
	PRIMARY KEY (client_id, at, id),
	CONSTRAINT analytics_events_role_known CHECK (role IN ('user', 'assistant'))
) PARTITION BY RANGE (at);
--> statement-breakpoint
-- Takes what no month is there for.
CREATE TABLE analytics_events_other PARTITION OF analytics_events DEFAULT;
--> statement-breakpoint
-- How often a name came up: kind is `user`, `assistant` (their name is ''), `product`, `author` or `subject`.
-- The key leads with the widget: dashboards read few widgets and many days.
CREATE TABLE analytics_daily (
	widget_id uuid NOT NULL,
	kind text NOT NULL,
	day date NOT NULL,
	name text NOT NULL,
	n bigint NOT NULL,
	PRIMARY KEY (widget_id, kind, day, name) INCLUDE (n)
);
--> statement-breakpoint
CREATE TABLE analytics_daily_global (
	kind text NOT NULL,
	day date NOT NULL,
	name text NOT NULL,
	n bigint NOT NULL,
	PRIMARY KEY (kind, day, name) INCLUDE (n)
);
--> statement-breakpoint
-- Places by hundredths of a degree; the network is one of those that asked from there.
CREATE TABLE analytics_places (
	widget_id uuid NOT NULL,
	day date NOT NULL,
	latitude integer NOT NULL,
	longitude integer NOT NULL,
	country_code text NOT NULL,
	address_masked text NOT NULL,
	n bigint NOT NULL,
	PRIMARY KEY (widget_id, day, latitude, longitude) INCLUDE (country_code, address_masked, n)
);
--> statement-breakpoint
CREATE TABLE analytics_places_global (
	day date NOT NULL,
	latitude integer NOT NULL,
	longitude integer NOT NULL,
	country_code text NOT NULL,
	address_masked text NOT NULL,
	n bigint NOT NULL,
	PRIMARY KEY (day, latitude, longitude) INCLUDE (country_code, address_masked, n)
);
--> statement-breakpoint
-- Who came in which conversation, once a day: what distinct counts are counted from.
CREATE TABLE analytics_visits (
	widget_id uuid NOT NULL,
	day date NOT NULL,
	conversation text NOT NULL,
	address_hash text NOT NULL,
	is_located boolean NOT NULL,
	PRIMARY KEY (widget_id, day, conversation, address_hash) INCLUDE (is_located)
);
--> statement-breakpoint
-- The key under which addresses are counted: one row, made at the first use and shared by all instances.
CREATE TABLE analytics_keys (
	id integer PRIMARY KEY,
	secret text NOT NULL,
	CONSTRAINT analytics_keys_one_row CHECK (id = 1)
);

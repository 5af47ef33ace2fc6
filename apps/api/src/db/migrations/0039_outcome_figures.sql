CREATE TABLE "outcome_daily" (
	"client_id" uuid NOT NULL,
	"widget_id" uuid NOT NULL,
	"day" date NOT NULL,
	"model" text NOT NULL,
	"answers" bigint DEFAULT 0 NOT NULL,
	"answered" bigint DEFAULT 0 NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"partial" bigint DEFAULT 0 NOT NULL,
	"uncovered" bigint DEFAULT 0 NOT NULL,
	"refused" bigint DEFAULT 0 NOT NULL,
	"safety" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"rated_up" bigint DEFAULT 0 NOT NULL,
	"rated_down" bigint DEFAULT 0 NOT NULL,
	"cited" bigint DEFAULT 0 NOT NULL,
	"opened" bigint DEFAULT 0 NOT NULL,
	"shown" bigint DEFAULT 0 NOT NULL,
	"clicked" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"unpriced" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "outcome_daily_client_id_widget_id_day_model_pk" PRIMARY KEY("client_id","widget_id","day","model")
);
--> statement-breakpoint
CREATE TABLE "outcome_hourly" (
	"client_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"judged" integer DEFAULT 0 NOT NULL,
	"uncovered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "outcome_hourly_client_id_hour_pk" PRIMARY KEY("client_id","hour")
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"widget_id" uuid,
	"amount_micros" bigint NOT NULL,
	"alert_percent" integer NOT NULL,
	"hard_stop" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "budgets_scope_key" UNIQUE NULLS NOT DISTINCT("client_id","widget_id"),
	CONSTRAINT "budgets_one_scope" CHECK ("budgets"."client_id" is null or "budgets"."widget_id" is null),
	CONSTRAINT "budgets_amount_positive" CHECK ("budgets"."amount_micros" > 0),
	CONSTRAINT "budgets_percent_range" CHECK ("budgets"."alert_percent" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "model_prices" (
	"model" text PRIMARY KEY NOT NULL,
	"input_per_million" double precision NOT NULL,
	"output_per_million" double precision NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "model_prices_not_negative" CHECK ("model_prices"."input_per_million" >= 0 and "model_prices"."output_per_million" >= 0)
);
--> statement-breakpoint
CREATE TABLE "operation_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operation_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"client_id" uuid,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	"total" bigint,
	"usual" double precision,
	"mailed_admins" boolean DEFAULT false NOT NULL,
	"mailed_client" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp with time zone,
	"seen_by" uuid,
	CONSTRAINT "operation_alerts_key" UNIQUE NULLS NOT DISTINCT("kind","client_id","subject","day")
);
--> statement-breakpoint
CREATE TABLE "operation_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"weekly_enabled" boolean DEFAULT true NOT NULL,
	"weekly_day" integer DEFAULT 1 NOT NULL,
	"weekly_hour" integer DEFAULT 7 NOT NULL,
	"retention_ran_at" timestamp with time zone,
	CONSTRAINT "operation_settings_one_row" CHECK ("operation_settings"."id" = 1),
	CONSTRAINT "operation_settings_weekly" CHECK ("operation_settings"."weekly_day" between 1 and 7 and "operation_settings"."weekly_hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "report_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"language" text,
	"seen_language" text,
	"unsubscribed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "retention_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retention_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"client_id" uuid,
	"data_class" text NOT NULL,
	"days" integer NOT NULL,
	"deleted" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"records" integer,
	"texts" integer,
	"ratings" integer,
	"interactions" integer,
	"figures" integer,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "retention_rules_client_key" UNIQUE NULLS NOT DISTINCT("client_id")
);
--> statement-breakpoint
CREATE TABLE "weekly_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"was_sent" boolean DEFAULT false NOT NULL,
	CONSTRAINT "weekly_reports_week_key" UNIQUE("client_id","last_day")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD COLUMN "output_tokens" integer;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_widget_id_configurators_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."configurators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_alerts" ADD CONSTRAINT "operation_alerts_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_alerts" ADD CONSTRAINT "operation_alerts_seen_by_users_id_fk" FOREIGN KEY ("seen_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_preferences" ADD CONSTRAINT "report_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_reports" ADD CONSTRAINT "retention_reports_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_reports" ADD CONSTRAINT "weekly_reports_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outcome_daily_day_idx" ON "outcome_daily" USING btree ("day");--> statement-breakpoint
CREATE INDEX "outcome_daily_widget_idx" ON "outcome_daily" USING btree ("widget_id","day");--> statement-breakpoint
CREATE INDEX "outcome_hourly_hour_idx" ON "outcome_hourly" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "budgets_widget_idx" ON "budgets" USING btree ("widget_id");--> statement-breakpoint
CREATE INDEX "operation_alerts_client_idx" ON "operation_alerts" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "operation_alerts_seen_by_idx" ON "operation_alerts" USING btree ("seen_by");--> statement-breakpoint
CREATE INDEX "operation_alerts_day_idx" ON "operation_alerts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "retention_reports_client_idx" ON "retention_reports" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "retention_reports_at_idx" ON "retention_reports" USING btree ("at");--> statement-breakpoint
CREATE INDEX "answer_outcomes_interactions_idx" ON "answer_outcomes" USING btree ("at") WHERE cardinality("answer_outcomes"."citations_opened") > 0 or cardinality("answer_outcomes"."products_clicked") > 0;--> statement-breakpoint
INSERT INTO "outcome_daily" ("client_id", "widget_id", "day", "model", "answers", "answered", "approved", "partial", "uncovered", "refused", "safety", "failed", "rated_up", "rated_down", "cited", "opened", "shown", "clicked", "clicks", "tokens", "cost_micros", "unpriced")
SELECT coalesce("client_id", '00000000-0000-0000-0000-000000000000'), coalesce("widget_id", '00000000-0000-0000-0000-000000000000'),
	("at" AT TIME ZONE 'UTC')::date, "model", count(*),
	count(*) FILTER (WHERE "outcome" = 'answered'), count(*) FILTER (WHERE "outcome" = 'approved'),
	count(*) FILTER (WHERE "outcome" = 'partial'), count(*) FILTER (WHERE "outcome" = 'uncovered'),
	count(*) FILTER (WHERE "outcome" = 'refused'), count(*) FILTER (WHERE "outcome" = 'safety'),
	count(*) FILTER (WHERE "ending" = 'failed'), count(*) FILTER (WHERE "rating" = 'up'), count(*) FILTER (WHERE "rating" = 'down'),
	count(*) FILTER (WHERE jsonb_array_length("citations") > 0), count(*) FILTER (WHERE cardinality("citations_opened") > 0),
	count(*) FILTER (WHERE cardinality("products") > 0), count(*) FILTER (WHERE cardinality("products_clicked") > 0),
	coalesce(sum(cardinality("products_clicked")), 0), coalesce(sum("tokens"), 0), coalesce(sum("cost_micros"), 0),
	count(*) FILTER (WHERE "cost_micros" IS NULL)
FROM "answer_outcomes" GROUP BY 1, 2, 3, 4;

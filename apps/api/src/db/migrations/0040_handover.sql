CREATE TABLE "handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"widget_id" uuid,
	"client_id" uuid,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"transcript" jsonb NOT NULL,
	"language" text NOT NULL,
	"answer_id" uuid,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "handovers_request_key" UNIQUE("request_id"),
	CONSTRAINT "handovers_reference_key" UNIQUE("reference"),
	CONSTRAINT "handovers_status_known" CHECK ("handovers"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "widget_handovers" (
	"configurator_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "widget_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"configurator_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retires_at" timestamp with time zone,
	CONSTRAINT "widget_secrets_kind_known" CHECK ("widget_secrets"."kind" in ('webhook', 'identity'))
);
--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_widget_id_configurators_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."configurators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_handovers" ADD CONSTRAINT "widget_handovers_configurator_id_configurators_id_fk" FOREIGN KEY ("configurator_id") REFERENCES "public"."configurators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_secrets" ADD CONSTRAINT "widget_secrets_configurator_id_configurators_id_fk" FOREIGN KEY ("configurator_id") REFERENCES "public"."configurators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handovers_client_idx" ON "handovers" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "handovers_user_idx" ON "handovers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "handovers_widget_idx" ON "handovers" USING btree ("widget_id");--> statement-breakpoint
CREATE INDEX "handovers_answer_idx" ON "handovers" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "handovers_created_at_idx" ON "handovers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "widget_secrets_configurator_idx" ON "widget_secrets" USING btree ("configurator_id","kind");
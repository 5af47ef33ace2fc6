CREATE TABLE "configurators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"client_owner" uuid,
	"active" boolean NOT NULL,
	"allow_conversations" text NOT NULL,
	"force_tool_calls" boolean NOT NULL,
	"widget_theme" text NOT NULL,
	"affiliate_code" text,
	"widget_title" text NOT NULL,
	"model" text,
	"temperature" double precision,
	"system_prompt" text,
	"allow_attachments" boolean NOT NULL,
	"sidebar_collapsed" boolean NOT NULL,
	"compose_placeholder" text NOT NULL,
	"allowed_tools" text[] NOT NULL,
	"allowed_authors" text[] NOT NULL,
	"allowed_origins" text[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "configurators_conversations_known" CHECK ("configurators"."allow_conversations" in ('multi', 'single')),
	CONSTRAINT "configurators_theme_known" CHECK ("configurators"."widget_theme" in ('ultra', 'modern', 'ivory', 'aurora')),
	CONSTRAINT "configurators_temperature_range" CHECK ("configurators"."temperature" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "embed_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "embed_keys_one_row" CHECK ("embed_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "widget_sightings" (
	"embed_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "widget_sightings_embed_id_origin_pk" PRIMARY KEY("embed_id","origin")
);
--> statement-breakpoint
CREATE TABLE "widget_signups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"embed_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "configurators" ADD CONSTRAINT "configurators_client_owner_users_id_fk" FOREIGN KEY ("client_owner") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_sightings" ADD CONSTRAINT "widget_sightings_embed_id_configurators_id_fk" FOREIGN KEY ("embed_id") REFERENCES "public"."configurators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configurators_client_owner_idx" ON "configurators" USING btree ("client_owner");--> statement-breakpoint
CREATE INDEX "widget_signups_created_at_idx" ON "widget_signups" USING btree ("created_at");
CREATE TABLE "identity_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "visitors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visitors_external_id_key" UNIQUE("client_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_purpose_known";--> statement-breakpoint
ALTER TABLE "widget_secrets" DROP CONSTRAINT "widget_secrets_kind_known";--> statement-breakpoint
ALTER TABLE "identity_secrets" ADD CONSTRAINT "identity_secrets_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_secrets_client_idx" ON "identity_secrets" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "visitors_client_idx" ON "visitors" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "visitors_last_seen_at_idx" ON "visitors" USING btree ("last_seen_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_purpose_known" CHECK ("sessions"."purpose" in ('site', 'frame', 'recovery', 'visitor'));--> statement-breakpoint
ALTER TABLE "widget_secrets" ADD CONSTRAINT "widget_secrets_kind_known" CHECK ("widget_secrets"."kind" in ('webhook'));
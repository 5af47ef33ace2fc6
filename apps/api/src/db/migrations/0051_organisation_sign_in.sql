CREATE TABLE "oidc_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"tested_by" uuid,
	"fresh" boolean NOT NULL,
	"return_to" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_connections" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"oauth_client_id" text NOT NULL,
	"oauth_client_secret" text NOT NULL,
	"secret_at" timestamp with time zone NOT NULL,
	"scope" text NOT NULL,
	"groups_claim" text NOT NULL,
	"group_roles" jsonb NOT NULL,
	"default_role" text,
	"enforced" boolean NOT NULL,
	"tested_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_connections_default_role_known" CHECK ("oidc_connections"."default_role" in ('viewer', 'editor', 'reviewer', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "oidc_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"challenge" text NOT NULL,
	"verified_at" timestamp with time zone,
	"verified_by" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_domains_verified_by_known" CHECK ("oidc_domains"."verified_by" in ('dns', 'administrator'))
);
--> statement-breakpoint
CREATE TABLE "oidc_identities" (
	"organisation_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_sign_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_identities_organisation_id_subject_pk" PRIMARY KEY("organisation_id","subject")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "oidc_organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "oidc_attempts" ADD CONSTRAINT "oidc_attempts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_attempts" ADD CONSTRAINT "oidc_attempts_tested_by_users_id_fk" FOREIGN KEY ("tested_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_connections" ADD CONSTRAINT "oidc_connections_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_domains" ADD CONSTRAINT "oidc_domains_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_identities" ADD CONSTRAINT "oidc_identities_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_identities" ADD CONSTRAINT "oidc_identities_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oidc_attempts_organisation_idx" ON "oidc_attempts" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "oidc_attempts_tested_by_idx" ON "oidc_attempts" USING btree ("tested_by");--> statement-breakpoint
CREATE INDEX "oidc_attempts_expires_at_idx" ON "oidc_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_domains_claim_key" ON "oidc_domains" USING btree ("organisation_id","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_domains_verified_key" ON "oidc_domains" USING btree ("domain") WHERE "oidc_domains"."verified_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_identities_account_key" ON "oidc_identities" USING btree ("account_id","organisation_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_oidc_organisation_id_organisations_id_fk" FOREIGN KEY ("oidc_organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_oidc_organisation_idx" ON "sessions" USING btree ("oidc_organisation_id");
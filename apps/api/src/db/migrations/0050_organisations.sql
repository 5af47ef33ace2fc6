CREATE TABLE "organisations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sends" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "member_invitations_email_normalised" CHECK ("member_invitations"."email" = lower(btrim("member_invitations"."email"))),
	CONSTRAINT "member_invitations_role_known" CHECK ("member_invitations"."role" in ('viewer', 'editor', 'reviewer', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "organisation_members" (
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "organisation_members_organisation_id_account_id_pk" PRIMARY KEY("organisation_id","account_id"),
	CONSTRAINT "organisation_members_role_known" CHECK ("organisation_members"."role" in ('viewer', 'editor', 'reviewer', 'owner'))
);
--> statement-breakpoint
ALTER TABLE "client_steps" RENAME COLUMN "user_id" TO "client_id";
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_role_known";
--> statement-breakpoint
ALTER TABLE "approved_answers" DROP CONSTRAINT "approved_answers_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "client_steps" DROP CONSTRAINT "client_steps_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "handovers" DROP CONSTRAINT "handovers_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "configurators" DROP CONSTRAINT "configurators_client_owner_users_id_fk";
--> statement-breakpoint
ALTER TABLE "widget_sightings" DROP CONSTRAINT "widget_sightings_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "evaluation_cases" DROP CONSTRAINT "evaluation_cases_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "gaps" DROP CONSTRAINT "gaps_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "content_imports" DROP CONSTRAINT "content_imports_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "content_sources" DROP CONSTRAINT "content_sources_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "articles" DROP CONSTRAINT "articles_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "budgets" DROP CONSTRAINT "budgets_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "operation_alerts" DROP CONSTRAINT "operation_alerts_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "retention_reports" DROP CONSTRAINT "retention_reports_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "retention_rules" DROP CONSTRAINT "retention_rules_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "weekly_reports" DROP CONSTRAINT "weekly_reports_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "operator_entries" DROP CONSTRAINT "operator_entries_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "product_clicks" DROP CONSTRAINT "product_clicks_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "widget_orders" DROP CONSTRAINT "widget_orders_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "answer_outcomes" DROP CONSTRAINT "answer_outcomes_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "identity_secrets" DROP CONSTRAINT "identity_secrets_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "visitors" DROP CONSTRAINT "visitors_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_client_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "client_steps" DROP CONSTRAINT "client_steps_user_id_step_pk";
--> statement-breakpoint
ALTER TABLE "client_steps" ADD CONSTRAINT "client_steps_client_id_step_pk" PRIMARY KEY("client_id","step");
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "organisation_id" uuid;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "organisation_id" uuid;
--> statement-breakpoint
update "api_keys" set "organisation_id" = "user_id" where "role" = 'client';
--> statement-breakpoint
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organisation_members" ADD CONSTRAINT "organisation_members_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organisation_members" ADD CONSTRAINT "organisation_members_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "member_invitations_address_key" ON "member_invitations" USING btree ("organisation_id","email");
--> statement-breakpoint
CREATE INDEX "member_invitations_email_idx" ON "member_invitations" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "member_invitations_invited_by_idx" ON "member_invitations" USING btree ("invited_by");
--> statement-breakpoint
CREATE INDEX "member_invitations_expires_at_idx" ON "member_invitations" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "organisation_members_account_idx" ON "organisation_members" USING btree ("account_id","organisation_id");
--> statement-breakpoint
-- Each client becomes an organisation with the id of its account, so that no stored client_id changes. Accounts that were
-- clients once, and still have data of one, get an organisation without members.
insert into "organisations" ("id", "name", "created_at")
select "id", "email", "created_at" from "users"
where "role" = 'client'
  or exists (select 1 from "approved_answers" where "approved_answers"."client_id" = "users"."id")
  or exists (select 1 from "handovers" where "handovers"."client_id" = "users"."id")
  or exists (select 1 from "configurators" where "configurators"."client_owner" = "users"."id")
  or exists (select 1 from "widget_sightings" where "widget_sightings"."client_id" = "users"."id")
  or exists (select 1 from "evaluation_cases" where "evaluation_cases"."client_id" = "users"."id")
  or exists (select 1 from "gaps" where "gaps"."client_id" = "users"."id")
  or exists (select 1 from "content_imports" where "content_imports"."client_id" = "users"."id")
  or exists (select 1 from "content_sources" where "content_sources"."client_id" = "users"."id")
  or exists (select 1 from "articles" where "articles"."client_id" = "users"."id")
  or exists (select 1 from "products" where "products"."client_id" = "users"."id")
  or exists (select 1 from "budgets" where "budgets"."client_id" = "users"."id")
  or exists (select 1 from "operation_alerts" where "operation_alerts"."client_id" = "users"."id")
  or exists (select 1 from "retention_reports" where "retention_reports"."client_id" = "users"."id")
  or exists (select 1 from "retention_rules" where "retention_rules"."client_id" = "users"."id")
  or exists (select 1 from "weekly_reports" where "weekly_reports"."client_id" = "users"."id")
  or exists (select 1 from "operator_entries" where "operator_entries"."client_id" = "users"."id")
  or exists (select 1 from "product_clicks" where "product_clicks"."client_id" = "users"."id")
  or exists (select 1 from "widget_orders" where "widget_orders"."client_id" = "users"."id")
  or exists (select 1 from "answer_outcomes" where "answer_outcomes"."client_id" = "users"."id")
  or exists (select 1 from "identity_secrets" where "identity_secrets"."client_id" = "users"."id")
  or exists (select 1 from "visitors" where "visitors"."client_id" = "users"."id")
  or exists (select 1 from "webhook_endpoints" where "webhook_endpoints"."client_id" = "users"."id")
  or exists (select 1 from "client_steps" where "client_steps"."client_id" = "users"."id");
--> statement-breakpoint
insert into "organisation_members" ("organisation_id", "account_id", "role", "created_at")
select "id", "id", 'owner', "created_at" from "users" where "role" = 'client';
--> statement-breakpoint
-- Existing rows are checked after the transaction, by validateConstraints: the check reads whole tables, and must not hold
-- their locks meanwhile.
ALTER TABLE "approved_answers" ADD CONSTRAINT "approved_answers_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "client_steps" ADD CONSTRAINT "client_steps_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "configurators" ADD CONSTRAINT "configurators_client_owner_organisations_id_fk" FOREIGN KEY ("client_owner") REFERENCES "public"."organisations"("id") ON DELETE set null ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "widget_sightings" ADD CONSTRAINT "widget_sightings_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "gaps" ADD CONSTRAINT "gaps_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "content_sources" ADD CONSTRAINT "content_sources_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "operation_alerts" ADD CONSTRAINT "operation_alerts_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "retention_reports" ADD CONSTRAINT "retention_reports_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "weekly_reports" ADD CONSTRAINT "weekly_reports_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "operator_entries" ADD CONSTRAINT "operator_entries_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "product_clicks" ADD CONSTRAINT "product_clicks_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "widget_orders" ADD CONSTRAINT "widget_orders_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD CONSTRAINT "answer_outcomes_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "identity_secrets" ADD CONSTRAINT "identity_secrets_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_client_id_organisations_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "sessions_organisation_idx" ON "sessions" USING btree ("organisation_id");
--> statement-breakpoint
CREATE INDEX "api_keys_organisation_idx" ON "api_keys" USING btree ("organisation_id","id");
--> statement-breakpoint
ALTER TABLE "api_keys" DROP COLUMN "role";

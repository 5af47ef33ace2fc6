ALTER TABLE "configurators" ADD COLUMN "questions_per_day" integer;--> statement-breakpoint
ALTER TABLE "configurators" ADD COLUMN "tokens_per_day" integer;--> statement-breakpoint
ALTER TABLE "configurators" ADD CONSTRAINT "configurators_budget_positive" CHECK ("configurators"."questions_per_day" >= 1 and "configurators"."tokens_per_day" >= 10);
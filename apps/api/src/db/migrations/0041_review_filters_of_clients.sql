CREATE INDEX "answer_outcomes_client_outcome_idx" ON "answer_outcomes" USING btree ("client_id","outcome","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_client_language_idx" ON "answer_outcomes" USING btree ("client_id","language","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_client_status_idx" ON "answer_outcomes" USING btree ("client_id","status","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_client_rating_idx" ON "answer_outcomes" USING btree ("client_id","rating","id") WHERE "answer_outcomes"."rating" is not null;--> statement-breakpoint
CREATE INDEX "answer_outcomes_client_danger_idx" ON "answer_outcomes" USING btree ("client_id","id") WHERE "answer_outcomes"."safety_category" is not null;--> statement-breakpoint
CREATE INDEX "answer_outcomes_client_safety_idx" ON "answer_outcomes" USING btree ("client_id","safety_category","id") WHERE "answer_outcomes"."safety_category" is not null;
CREATE TABLE "product_clicks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"widget_id" uuid NOT NULL,
	"answer_id" uuid NOT NULL,
	"product" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "widget_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"widget_id" uuid NOT NULL,
	"number_digest" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"total" bigint NOT NULL,
	"products" text[] NOT NULL,
	"bought" text[] NOT NULL,
	CONSTRAINT "widget_orders_number_key" UNIQUE NULLS NOT DISTINCT("client_id","number_digest")
);
--> statement-breakpoint
ALTER TABLE "product_clicks" ADD CONSTRAINT "product_clicks_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_clicks" ADD CONSTRAINT "product_clicks_answer_id_answer_outcomes_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer_outcomes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_orders" ADD CONSTRAINT "widget_orders_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_clicks_client_idx" ON "product_clicks" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "product_clicks_answer_idx" ON "product_clicks" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "product_clicks_at_idx" ON "product_clicks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "widget_orders_client_idx" ON "widget_orders" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "widget_orders_at_idx" ON "widget_orders" USING btree ("at");
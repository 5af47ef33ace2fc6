ALTER TABLE "users" ADD COLUMN "is_demonstration" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "configurators" ADD COLUMN "is_demonstration" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "is_demonstration" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_demonstration" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_demonstration_idx" ON "users" USING btree ("id") WHERE "users"."is_demonstration";--> statement-breakpoint
CREATE INDEX "articles_demonstration_idx" ON "articles" USING btree ("id") WHERE "articles"."is_demonstration";--> statement-breakpoint
CREATE INDEX "products_demonstration_idx" ON "products" USING btree ("pk") WHERE "products"."is_demonstration";--> statement-breakpoint
-- Rows of demonstrations that were started before the column existed: reserved addresses (RFC 2606) and fixed ids.
UPDATE "users" SET "is_demonstration" = true
WHERE "email" IN ('user@example.com', 'client@example.com', 'admin@example.com');
--> statement-breakpoint
UPDATE "configurators" SET "is_demonstration" = true
WHERE "id" IN ('01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002');

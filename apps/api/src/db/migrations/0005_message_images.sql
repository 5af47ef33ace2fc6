CREATE TABLE "message_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"mime_type" text NOT NULL,
	"name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "message_images_place_key" UNIQUE("message_id","position")
);
--> statement-breakpoint
ALTER TABLE "message_images" ADD CONSTRAINT "message_images_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "message_images" ("id", "message_id", "position", "mime_type", "name", "bytes")
SELECT gen_random_uuid(), "messages"."id", image.place - 1, image.value->>'mime_type', coalesce(image.value->>'name', ''), decode(image.value->>'data', 'base64')
FROM "messages", jsonb_array_elements("messages"."images") WITH ORDINALITY AS image(value, place)
WHERE jsonb_typeof("messages"."images") = 'array' AND image.value ? 'data';--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "images";
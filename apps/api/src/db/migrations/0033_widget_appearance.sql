CREATE TABLE "widget_pictures" (
	"configurator_id" uuid NOT NULL,
	"id" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "widget_pictures_configurator_id_id_pk" PRIMARY KEY("configurator_id","id")
);
--> statement-breakpoint
ALTER TABLE "configurators" ADD COLUMN "appearance" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "widget_pictures" ADD CONSTRAINT "widget_pictures_configurator_id_configurators_id_fk" FOREIGN KEY ("configurator_id") REFERENCES "public"."configurators"("id") ON DELETE cascade ON UPDATE no action;
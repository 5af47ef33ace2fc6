ALTER TABLE "conversations" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
UPDATE "conversations" SET "title" = NULL WHERE "title" = 'New chat';

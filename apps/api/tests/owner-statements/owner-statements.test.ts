import { describe, expect, it } from 'vitest'
import { missingOwner } from './owner-statements.ts'

describe('a statement on conversations, messages or images', () => {
  it.each([
    'select "id" from "messages" where ("messages"."user_id" = $1 and "messages"."id" = $2)',
    'select 1 from conversations where user_id = $1 and id = $2 for key share',
    'insert into "messages" ("id", "conversation_id", "user_id") values ($1, $2, $3)',
    'select "bytes" from "message_images" inner join "messages" on "messages"."id" = "message_images"."message_id" where "messages"."user_id" = $1',
    'select "id" from "users" where "users"."id" = $1',
  ])('passes with its owner: %s', (statement) => {
    expect(missingOwner(statement)).toBeUndefined()
  })

  it.each([
    'update "conversations" set "title" = $1 where ("conversations"."id" = $2 and "conversations"."title" = $3)',
    'select "user_id" from "messages" where "messages"."id" = $1',
    'select "id" from "conversations" where "conversations"."user_id" = $1 and exists (select 1 from messages where messages.conversation_id = conversations.id)',
    'select "name" from "message_images" where "message_images"."message_id" in ($1, $2)',
    'insert into "messages" ("id", "conversation_id") values ($1, $2)',
  ])('is found without its owner: %s', (statement) => {
    expect(missingOwner(statement)).toBeDefined()
  })
})

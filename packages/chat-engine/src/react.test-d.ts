import type { ApiClient } from '@org/api-client'
import type { useSyncExternalStore } from 'react'
import { expectTypeOf } from 'vitest'
import type { ChatEngine, ChatStorage, ChatTransport, Store, createApiTransport } from './index.ts'

// A browser's storage, and the API's client, fit without an adapter.
expectTypeOf<Storage>().toExtend<ChatStorage>()
expectTypeOf<ApiClient>().toExtend<Parameters<typeof createApiTransport>[0]>()
expectTypeOf<ReturnType<typeof createApiTransport>>().toEqualTypeOf<ChatTransport>()

// A store is what React reads.
expectTypeOf<Store<number>['subscribe']>().toExtend<Parameters<typeof useSyncExternalStore>[0]>()
expectTypeOf<ReturnType<ChatEngine['message']>>().toExtend<Store<{ readonly text: string } | undefined>>()

// Stores of the engine are read-only for consumers.
expectTypeOf<ChatEngine['conversations']>().not.toHaveProperty('set')

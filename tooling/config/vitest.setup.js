import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// How long `findBy…` and `waitFor` wait for what never comes.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
})

import { expect, it } from 'vitest'
import { IndexNotReadyError } from '../../knowledge/index/current-index.ts'
import { describeModelFailure } from './model-failure.ts'

it('reports that the assistant is not available while the content is not indexed', () => {
  expect(describeModelFailure(new IndexNotReadyError(), { images: [] })).toEqual({
    code: 'model_unavailable',
    message: 'The assistant is not available right now. Please try again later.',
  })
})

import { createEvaluationCalls } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { readEvaluationsAgain } from './evaluations.queries.ts'
import { evaluationTexts } from './evaluations.texts.ts'

const texts = evaluationTexts.cases

/** Makes cases of an evaluation from the suggested questions of an article. */
export function ArticleCasesButton({ articleId }: { articleId: string }) {
  const { addArticleCases } = useCalls(createEvaluationCalls)
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: () => addArticleCases(articleId),
    onSuccess: () => readEvaluationsAgain(queryClient),
  })
  return (
    <>
      <Button
        busy={add.isPending}
        onClick={() => {
          add.mutate()
        }}
      >
        {texts.fromArticle}
      </Button>
      <StatusLine tone={add.isError ? 'error' : 'success'}>
        {add.isError
          ? describeFailure(add.error)
          : add.isSuccess && texts.fromArticleDone(add.data.items.length)}
      </StatusLine>
    </>
  )
}

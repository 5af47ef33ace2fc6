import { kit } from '@org/languages'
import { createEvaluationCalls } from '@org/api-client'
import type { EvaluationCase, EvaluationSource } from '@org/api-client'
import { Button, ConfirmDialog, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keysOf } from '../../../shared/keys-of.ts'
import { useCalls } from '../../../shared/services.ts'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import { usePausedFilters } from '../knowledge/use-paused-filters.ts'
import list from '../operators/entry-list.module.css'
import { languageName } from '../operators/names.ts'
import { OptionalSelect } from '../optional-select.tsx'
import { SearchFilter } from '../search-filter.tsx'
import { Section } from '../section.tsx'
import { CaseDialog } from './case-dialog.tsx'
import css from './evaluations.module.css'
import { casesQuery, readEvaluationsAgain } from './evaluations.queries.ts'
import { evaluationTexts } from './evaluations.texts.ts'

const texts = evaluationTexts.cases
const sources = keysOf(texts.sources)

/** The cases of evaluations: a list with filters, and the dialog in which they are written. */
export function CaseSection() {
  const { filters, applied, change } = usePausedFilters(read(useAddressParameters()), parametersOf)
  const [edited, setEdited] = useState<EvaluationCase | 'new'>()
  const [done, setDone] = useState<string>()
  return (
    <Section title={texts.title}>
      <search className={css.start} aria-label={texts.title}>
        <SearchFilter
          label={texts.search}
          value={filters.q}
          onChange={(q) => {
            change({ ...filters, q })
          }}
        />
        <OptionalSelect
          label={texts.source}
          noneLabel={texts.all}
          values={sources}
          labelOf={(source) => texts.sources[source]}
          value={filters.source}
          onChoose={(source) => {
            change({ ...filters, source })
          }}
        />
      </search>
      <div className={classes.row}>
        <Button
          onClick={() => {
            setDone(undefined)
            setEdited('new')
          }}
        >
          {texts.add}
        </Button>
        <StatusLine tone="success">{done}</StatusLine>
      </div>
      <Cases filter={applied} onEdit={setEdited} onDone={setDone} />
      {edited !== undefined && (
        <CaseDialog
          stored={edited === 'new' ? undefined : edited}
          onClose={() => {
            setEdited(undefined)
          }}
          onSaved={() => {
            setEdited(undefined)
            setDone(texts.saved)
          }}
        />
      )}
    </Section>
  )
}

interface CaseFilters {
  source: EvaluationSource | undefined
  q: string | undefined
}

function read(parameters: URLSearchParams): CaseFilters {
  return {
    source: sources.find((source) => source === parameters.get('source')),
    q: parameters.get('q')?.trim() || undefined,
  }
}

const parametersOf = ({ source, q }: CaseFilters) => ({ source, q })

interface CasesProps {
  filter: CaseFilters
  onEdit: (edited: EvaluationCase) => void
  onDone: (text: string) => void
}

function Cases({ filter, onEdit, onDone }: CasesProps) {
  const cases = useInfiniteQuery(casesQuery(useCalls(createEvaluationCalls), filter))
  if (cases.isPending) return <Skeleton lines={6} label={adminTexts.loading} />
  if (cases.data === undefined) return <LoadFailure query={cases} />
  const items = cases.data.pages.flatMap((page) => page.items)
  const isFiltered = filter.source !== undefined || filter.q !== undefined
  return (
    <>
      {cases.isError && <LoadFailure query={cases} />}
      {items.length === 0 ? (
        <EmptyState title={isFiltered ? texts.noMatches : texts.empty}>
          {!isFiltered && texts.emptyText}
        </EmptyState>
      ) : (
        <ul className={list.entries} aria-label={texts.title}>
          {items.map((each) => (
            <CaseEntry key={each.id} stored={each} onEdit={onEdit} onDone={onDone} />
          ))}
        </ul>
      )}
      {cases.hasNextPage && (
        <div>
          <Button busy={cases.isFetchingNextPage} onClick={() => void cases.fetchNextPage()}>
            {evaluationTexts.older}
          </Button>
        </div>
      )}
    </>
  )
}

function CaseEntry({
  stored,
  onEdit,
  onDone,
}: Pick<CasesProps, 'onEdit' | 'onDone'> & { stored: EvaluationCase }) {
  const { question, source, required, enabled, language, widget, articles, updatedBy, updatedAt } = stored
  return (
    <li>
      <div className={list.what}>
        <p className={list.name} dir="auto">
          {question}
        </p>
        <p className={list.tags}>
          <span className={list.tag}>{texts.sources[source]}</span>
          <span className={list.tag}>
            {enabled ? (required ? texts.required : texts.optional) : texts.off}
          </span>
          <span className={list.tag}>{languageName(language)}</span>
          {[widget, ...articles.map(({ title }) => title)].map(
            (name) =>
              name !== null && (
                <span key={name} className={list.tag}>
                  <bdi>{name}</bdi>
                </span>
              ),
          )}
        </p>
        {source !== 'safety' && (
          <p className={classes.muted}>
            {evaluationTexts.by(updatedBy ?? evaluationTexts.deletedAccount, formatTime(updatedAt))}
          </p>
        )}
      </div>
      <div className={list.actions}>
        <Button
          size="small"
          aria-label={texts.editOf(question)}
          onClick={() => {
            onEdit(stored)
          }}
        >
          {texts.edit}
        </Button>
        {source !== 'safety' && <DeleteButton stored={stored} onDone={onDone} />}
      </div>
    </li>
  )
}

function DeleteButton({
  stored: { id, question },
  onDone,
}: Pick<CasesProps, 'onDone'> & { stored: EvaluationCase }) {
  const { deleteEvaluationCase } = useCalls(createEvaluationCalls)
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteEvaluationCase(id),
    onSuccess: async () => {
      await readEvaluationsAgain(queryClient)
      onDone(texts.deleted)
    },
  })
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        busy={remove.isPending}
        aria-label={texts.deleteOf(question)}
        onClick={() => {
          setIsAsked(true)
        }}
      >
        {texts.delete}
      </Button>
      <StatusLine tone="error">{remove.isError && describeFailure(remove.error)}</StatusLine>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        variant="danger"
        title={texts.deleteTitle}
        description={texts.deleteText}
        labels={{ ...kit.confirm, confirm: texts.delete }}
        onConfirm={() => {
          remove.mutate()
        }}
      />
    </>
  )
}

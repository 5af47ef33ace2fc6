import { kit } from '@org/languages'
import { createAdminCalls, createContentCalls, isApiError } from '@org/api-client'
import type { ArticleDraft, ContentArticle } from '@org/api-client'
import { Alert, Button, ConfirmDialog, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCalls } from '../../../shared/services.ts'
import { useLeaveGuard } from '../../../shared/use-leave-guard.ts'
import { useOnline } from '../../../shared/use-online.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useMay } from '../../session/use-may.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { ArticleCasesButton } from '../evaluations/article-cases-button.tsx'
import { isOwnNavigation, LeaveQuestion } from '../leave-question.tsx'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { ArticleFields, longestTitle } from './article-fields.tsx'
import { ArticleView } from './article-view.tsx'
import { ConflictAlert } from './conflict-alert.tsx'
import { articleQuery, contentKey } from './content.queries.ts'
import css from './knowledge.module.css'
import { knowledgeTexts as texts } from './knowledge.texts.ts'
import { PassagePreview } from './passage-preview.tsx'
import { type VersionedForm, useVersionedForm } from '../use-versioned-form.ts'
import { VersionList } from './version-list.tsx'

/** Initial fields of a new article. */
export interface ArticleStart {
  title: string
  /** Its owner; null for everybody. Only administrators choose one. */
  clientId: string | null
  /** The gap for which it is written; null for none. */
  gapId: string | null
}

interface ArticleEditorProps {
  /** Id of the article; `new` for one that is not written yet. */
  id: string
  /** Initial fields of a new article. */
  start: ArticleStart
  /** Address of the list. */
  listPath: string
  articlePath: (id: string) => string
  isAdmin: boolean
}

/** /admin/knowledge/articles/{id}: an article and its passages as answers cite them. */
export function ArticleEditor(props: ArticleEditorProps) {
  const { id } = props
  const isNew = id === 'new'
  const mayEdit = useMay('edit')
  // Whoever loses the role while they write keeps what they have written; the server refuses to save it.
  const [couldEdit] = useState(mayEdit)
  const isEditor = mayEdit || couldEdit
  const article = useQuery({ ...articleQuery(useCalls(createContentCalls), id), enabled: !isNew })
  // The form stays with its draft while the article is read again.
  const [known, setKnown] = useState(article.data)
  if (known === undefined && article.data !== undefined) setKnown(article.data)
  if (isNew) {
    return isEditor ? <Editor {...props} article={undefined} /> : <ReadOnlyNote action="edit" />
  }
  if (known !== undefined && !isEditor) return <ArticleView article={article.data ?? known} />
  if (known !== undefined) return <Editor {...props} article={known} />
  if (article.isPending) return <Skeleton lines={12} label={adminTexts.loading} />
  if (isApiError(article.error) && article.error.status === 404) {
    return <EmptyState title={texts.article.notFound} />
  }
  return <LoadFailure query={article} />
}

/** An article as its form holds it; the owner is chosen once. */
export interface FormDraft extends ArticleDraft {
  clientId: string | null
}

function toDraft(article: ContentArticle | undefined, start: ArticleStart): FormDraft {
  if (article === undefined) {
    const empty = { title: start.title.slice(0, longestTitle), author: '', url: '', topic: '', body: '' }
    return { ...empty, language: null, status: 'draft', reviewBy: null, clientId: start.clientId }
  }
  const { title, author, url, topic, language, status, reviewBy, body, clientId } = article
  return { title, author, url, topic, language, status, reviewBy, body, clientId }
}

function Editor({
  article,
  start,
  listPath,
  articlePath,
  isAdmin,
}: ArticleEditorProps & { article: ContentArticle | undefined }) {
  const calls = useCalls(createContentCalls)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const formId = useId()
  const isOnline = useOnline()
  const clients = useQuery({ ...clientsQuery(useCalls(createAdminCalls)), enabled: isAdmin })
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const form = useArticleForm(article, start, articlePath)
  const deleting = useMutation({
    mutationFn: (id: string) => calls.deleteArticle(id),
    onSuccess: async () => {
      void navigate(listPath, { state: { deleted: form.base?.title ?? '' } })
      // The deleted article itself is not read again.
      await client.invalidateQueries({ queryKey: [...contentKey('articles'), 'list'] })
    },
  })
  const leaving = useLeaveGuard(
    form.isDirty,
    ({ from, to }) => from.pathname !== to.pathname && !isOwnNavigation(to.state),
  )
  const { base, draft, conflict } = form
  const wasSaved = Object(state).saved === true && !form.isDirty
  return (
    <div className={css.editor}>
      <form
        id={formId}
        className={list.form}
        onSubmit={(event) => {
          event.preventDefault()
          form.save(isPublishing(event.nativeEvent) ? { status: 'published' } : {})
        }}
      >
        {conflict !== undefined && <ConflictAlert theirs={conflict} resolve={form.resolve} />}
        {!isOnline && <Alert tone="warning">{texts.offline}</Alert>}
        <ArticleFields
          draft={draft}
          change={form.change}
          isNew={base === undefined}
          clients={isAdmin ? (clients.data ?? []) : undefined}
        />
        <EditorBar
          form={form}
          wasSaved={wasSaved}
          deleting={deleting}
          isAdmin={isAdmin}
          onHistory={() => {
            setIsHistoryOpen(true)
          }}
          onDelete={() => {
            setIsAsked(true)
          }}
        />
      </form>
      <PassagePreview draft={draft} />
      {isHistoryOpen && base !== undefined && (
        <VersionList
          kind="articles"
          item={{ id: base.id, name: base.title }}
          isDirty={form.isDirty}
          restore={async (version) => {
            form.reset(await calls.restoreArticle(base.id, version, base.version))
            await client.invalidateQueries({ queryKey: contentKey('articles') })
          }}
          onClose={() => {
            setIsHistoryOpen(false)
          }}
        />
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        variant="danger"
        title={texts.delete.title(base?.title ?? '')}
        description={texts.delete.text}
        labels={{ ...kit.confirm, confirm: texts.delete.button }}
        onConfirm={() => {
          if (base !== undefined) deleting.mutate(base.id)
        }}
      />
      <LeaveQuestion leaving={leaving} />
    </div>
  )
}

function useArticleForm(
  article: ContentArticle | undefined,
  start: ArticleStart,
  articlePath: ArticleEditorProps['articlePath'],
): VersionedForm<FormDraft, ContentArticle> {
  const calls = useCalls(createContentCalls)
  const client = useQueryClient()
  const navigate = useNavigate()
  return useVersionedForm<FormDraft, ContentArticle>({
    item: article,
    toDraft: (item) => toDraft(item, start),
    save: ({ clientId, ...draft }, base) =>
      base === undefined
        ? calls.createArticle({ ...draft, clientId, gapId: start.gapId ?? undefined })
        : calls.updateArticle(base.id, { ...draft, version: base.version }),
    read: (id) => calls.article(id),
    queryKey: contentKey('articles'),
    onSaved(saved, isNew) {
      client.setQueryData(articleQuery(calls, saved.id).queryKey, saved)
      if (isNew) void navigate(articlePath(saved.id), { replace: true, state: { saved: true } })
    },
  })
}

/** Value of the button that publishes a draft as it saves it. */
const publish = 'publish'

function isPublishing(event: Event): boolean {
  if (!(event instanceof SubmitEvent)) return false
  return event.submitter instanceof HTMLButtonElement && event.submitter.value === publish
}

const savedTexts = { draft: texts.savedDraft, published: texts.saved, retired: texts.savedRetired }

function EditorBar({
  form,
  wasSaved,
  deleting,
  isAdmin,
  onHistory,
  onDelete,
}: {
  form: VersionedForm<FormDraft, ContentArticle>
  /** True for an article whose first save led here. */
  wasSaved: boolean
  deleting: { isPending: boolean; isError: boolean; error: unknown }
  isAdmin: boolean
  onHistory: () => void
  onDelete: () => void
}) {
  const isOnline = useOnline()
  const isDraft = form.draft.status === 'draft'
  const failure = form.failure ?? (deleting.isError ? describeFailure(deleting.error) : undefined)
  return (
    <div className={css.bar}>
      <div className={classes.row}>
        <Button
          variant={isDraft ? 'secondary' : 'primary'}
          type="submit"
          busy={form.isSaving}
          disabled={!isOnline}
        >
          {isDraft ? texts.saveDraft : texts.save}
        </Button>
        {isDraft && (
          <Button variant="primary" type="submit" value={publish} busy={form.isSaving} disabled={!isOnline}>
            {texts.publish}
          </Button>
        )}
        {form.base !== undefined && (
          <>
            <Button onClick={onHistory}>{texts.history.title}</Button>
            <Button variant="ghost" busy={deleting.isPending} onClick={onDelete}>
              {texts.delete.button}
            </Button>
            {isAdmin && <ArticleCasesButton articleId={form.base.id} />}
          </>
        )}
      </div>
      <StatusLine tone={failure === undefined ? 'success' : 'error'}>
        {failure ??
          (form.isSaved || wasSaved ? savedTexts[form.draft.status] : form.isDirty && texts.unsaved)}
      </StatusLine>
    </div>
  )
}

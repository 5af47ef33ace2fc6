import { createContentCalls } from '@org/api-client'
import type { ArticleSummary, ContentItem, ContentProduct } from '@org/api-client'
import { Button, buttonClassName, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import { useAddressParameters } from '../../../shared/use-address-parameters.ts'
import { useFocusFallback } from '../../../shared/use-focus-fallback.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useMay } from '../../session/use-may.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { formatTime } from '../format-time.ts'
import { ImportList } from '../imports/import-list.tsx'
import { SourceList } from '../imports/source-list.tsx'
import { UploadForm } from '../imports/upload-form.tsx'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { languageName } from '../operators/names.ts'
import { articlesQuery, productsQuery } from './content.queries.ts'
import { editorName } from './editor-name.ts'
import { formatDay, formatPrice } from './format-content.ts'
import css from './knowledge.module.css'
import { knowledgeTexts as texts } from './knowledge.texts.ts'
import { ListFilterForm } from './list-filters.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { useListFilters } from './use-list-filters.ts'

interface KnowledgeScreenProps {
  /** Address of this screen. */
  path: string
  /** Address of an article; `new` for one that is not written yet. */
  articlePath: (id: string) => string
  /** Administrators see the content of everybody. */
  isAdmin: boolean
}

/** /admin/knowledge: articles and products as lists with filters. */
export function KnowledgeScreen({ path, articlePath, isAdmin }: KnowledgeScreenProps) {
  const { kind, filters, applied, change } = useListFilters()
  const { state } = useLocation()
  const shown = useAddressParameters().get('show')
  const isList = shown !== 'uploads' && shown !== 'sources'
  const screenRef = useRef<HTMLDivElement>(null)
  const mayEdit = useMay('edit')
  useFocusFallback(screenRef, currentLinkOf)
  return (
    <div ref={screenRef} className={`${classes.sections} ${classes.stack}`}>
      <nav aria-label={texts.kinds} className={css.kinds}>
        <Link to={path} aria-current={kind === 'articles' && isList ? 'page' : undefined}>
          {texts.articles}
        </Link>
        <Link to={`${path}?show=products`} aria-current={kind === 'products' ? 'page' : undefined}>
          {texts.products}
        </Link>
        <Link to={`${path}?show=uploads`} aria-current={shown === 'uploads' ? 'page' : undefined}>
          {texts.uploads}
        </Link>
        <Link to={`${path}?show=sources`} aria-current={shown === 'sources' ? 'page' : undefined}>
          {texts.sources}
        </Link>
      </nav>
      <ReadOnlyNote action="edit" className={classes.muted} />
      <StatusLine tone="success">{deletedName(state)}</StatusLine>
      {!isList && (
        <>
          {shown === 'uploads' && mayEdit && <UploadForm isAdmin={isAdmin} />}
          {shown === 'sources' && <SourceList isAdmin={isAdmin} />}
          <ImportList isAdmin={isAdmin} />
        </>
      )}
      {isList && (
        <>
          <ListFilterForm key={kind} kind={kind} filters={filters} isAdmin={isAdmin} change={change} />
          {kind === 'articles' ? (
            <Articles filters={applied} path={path} articlePath={articlePath} isAdmin={isAdmin} />
          ) : (
            <Products filters={applied} isAdmin={isAdmin} />
          )}
        </>
      )}
    </div>
  )
}

function currentLinkOf(screen: HTMLElement): HTMLElement | null {
  return screen.querySelector<HTMLElement>('nav [aria-current]')
}

function deletedName(state: unknown): string {
  const { deleted } = Object(state)
  return typeof deleted === 'string' ? texts.delete.done(deleted) : ''
}

type Filters = ReturnType<typeof useListFilters>['applied']

const isFiltered = (filters: Filters) =>
  Object.values(filters).some((value) => value !== undefined && value !== false)

function Articles({
  filters,
  path,
  articlePath,
  isAdmin,
}: {
  filters: Filters
  path: string
  articlePath: KnowledgeScreenProps['articlePath']
  isAdmin: boolean
}) {
  const articles = useInfiniteQuery(articlesQuery(useCalls(createContentCalls), filters))
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const mayEdit = useMay('edit')
  return (
    <>
      {mayEdit && (
        <div className={classes.row}>
          <Link to={articlePath('new')} className={buttonClassName({ variant: 'primary' })}>
            {texts.list.addArticle}
          </Link>
        </div>
      )}
      <Pages
        query={articles}
        empty={
          isFiltered(filters) ? (
            <EmptyState title={texts.list.noMatches} />
          ) : (
            <EmptyState
              title={texts.list.noArticles}
              action={
                mayEdit && (
                  <div className={classes.row}>
                    <Link to={`${path}?show=uploads`}>{texts.list.toUploads}</Link>
                    <Link to={`${path}?show=sources`}>{texts.list.toSources}</Link>
                  </div>
                )
              }
            >
              {mayEdit && texts.list.noArticlesText}
            </EmptyState>
          )
        }
      >
        {(article: ArticleSummary) => (
          <Row
            key={article.id}
            item={article}
            isAdmin={isAdmin}
            name={<Link to={articlePath(article.id)}>{article.title}</Link>}
            tags={
              <>
                <span className={list.tag}>{languageName(article.language)}</span>
                {article.passages > 0 && (
                  <span className={list.tag}>{texts.list.passages(article.passages)}</span>
                )}
                {article.reviewBy !== null && (
                  <span className={article.reviewBy <= today ? css.due : list.tag}>
                    {article.reviewBy <= today
                      ? texts.list.reviewDue(formatDay(article.reviewBy))
                      : texts.list.reviewBy(formatDay(article.reviewBy))}
                  </span>
                )}
              </>
            }
          >
            <p className={classes.muted}>
              <bdi>{article.author}</bdi>
              {article.topic !== '' && (
                <>
                  {' · '}
                  <bdi>{article.topic}</bdi>
                </>
              )}
            </p>
          </Row>
        )}
      </Pages>
    </>
  )
}

function Products({ filters, isAdmin }: { filters: Filters; isAdmin: boolean }) {
  const products = useInfiniteQuery(productsQuery(useCalls(createContentCalls), filters))
  const [edited, setEdited] = useState<{ product: ContentProduct | undefined }>()
  const [message, setMessage] = useState('')
  const mayEdit = useMay('edit')
  return (
    <>
      {mayEdit && (
        <div className={classes.row}>
          <Button
            variant="primary"
            onClick={() => {
              setEdited({ product: undefined })
            }}
          >
            {texts.list.addProduct}
          </Button>
        </div>
      )}
      <StatusLine tone="success">{message}</StatusLine>
      <Pages
        query={products}
        empty={
          <EmptyState title={isFiltered(filters) ? texts.list.noMatches : texts.list.noProducts}>
            {!isFiltered(filters) && mayEdit && texts.list.noProductsText}
          </EmptyState>
        }
      >
        {(product: ContentProduct) => (
          <Row
            key={product.id}
            item={product}
            isAdmin={isAdmin}
            name={<bdi>{product.name}</bdi>}
            tags={
              <>
                <span className={list.tag}>{formatPrice(product.unitAmount, product.currency)}</span>
                <span className={list.tag}>{languageName(product.language)}</span>
                {!product.available && <span className={css.due}>{texts.list.soldOut}</span>}
              </>
            }
            action={
              mayEdit ? (
                <Button
                  size="small"
                  aria-label={texts.list.editOf(product.name)}
                  onClick={() => {
                    setEdited({ product })
                  }}
                >
                  {texts.list.edit}
                </Button>
              ) : undefined
            }
          >
            <p className={classes.muted} dir="auto">
              {product.description}
            </p>
          </Row>
        )}
      </Pages>
      {edited !== undefined && (
        <ProductDialog
          product={edited.product}
          isAdmin={isAdmin}
          onClose={(done) => {
            setEdited(undefined)
            setMessage(done ?? '')
          }}
        />
      )}
    </>
  )
}

/** The loaded pages of a list, its states, and the button for more. */
function Pages<Item>({
  query,
  empty,
  children,
}: {
  query: Pick<
    UseInfiniteQueryResult<{ pages: { items: Item[] }[] }>,
    | 'data'
    | 'isPending'
    | 'isError'
    | 'isFetching'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
  >
  empty: ReactNode
  children: (item: Item) => ReactNode
}) {
  if (query.isPending) return <Skeleton lines={8} label={adminTexts.loading} />
  if (query.data === undefined) return <LoadFailure query={query} />
  const items = query.data.pages.flatMap((page) => page.items)
  return (
    <>
      {query.isError && <LoadFailure query={query} />}
      {items.length === 0 ? empty : <ul className={list.entries}>{items.map(children)}</ul>}
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.list.more}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({
  item,
  name,
  tags,
  isAdmin,
  action,
  children,
}: {
  item: ContentItem
  name: ReactNode
  tags: ReactNode
  isAdmin: boolean
  action?: ReactNode
  children: ReactNode
}) {
  const { status, client, updatedAt } = item
  const editor = editorName(item.updatedBy)
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>{name}</p>
        {children}
        <p className={list.tags}>
          <span className={list.tag} data-status={status}>
            {texts.statuses[status]}
          </span>
          {tags}
          {isAdmin && client !== null && (
            <span className={list.tag}>
              {texts.filters.owner}: <bdi>{client}</bdi>
            </span>
          )}
        </p>
        <p className={classes.muted}>
          {editor === null
            ? texts.list.imported(formatTime(updatedAt))
            : texts.list.changed(editor, formatTime(updatedAt))}
        </p>
      </div>
      {action !== undefined && <div className={list.actions}>{action}</div>}
    </li>
  )
}

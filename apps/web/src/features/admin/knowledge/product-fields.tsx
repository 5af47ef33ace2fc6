import type { AdminClient } from '@org/api-client'
import { Checkbox, TextArea, TextField } from '@org/ui-kit'
import list from '../operators/entry-list.module.css'
import { LanguageAndOwner, StatusSelect } from './article-fields.tsx'
import { knowledgeTexts } from './knowledge.texts.ts'
import type { ProductForm } from './product-draft.ts'

const texts = knowledgeTexts.product

/** The fields of a product. */
export function ProductFields({
  draft,
  change,
  isNew,
  priceError,
  clients,
}: {
  draft: ProductForm
  change: (change: Partial<ProductForm>) => void
  /** The owner of a stored product never changes. */
  isNew: boolean
  priceError: string | undefined
  /** Undefined for a client, who writes its own content alone. */
  clients: readonly AdminClient[] | undefined
}) {
  const field = (name: 'name' | 'url' | 'image' | 'price' | 'currency') => ({
    value: draft[name],
    onValueChange: (value: string) => {
      change({ [name]: value })
    },
  })
  const area = (name: 'description' | 'topics' | 'keywords') => ({
    dir: 'auto' as const,
    value: draft[name],
    onValueChange: (value: string) => {
      change({ [name]: value })
    },
  })
  return (
    <>
      <TextField label={texts.name} required maxLength={200} dir="auto" data-autofocus {...field('name')} />
      <TextArea label={texts.description} rows={4} maxLength={10_000} {...area('description')} />
      <div className={list.pair}>
        <TextField
          label={texts.price}
          description={texts.priceHint}
          required
          inputMode="decimal"
          dir="ltr"
          error={priceError}
          {...field('price')}
        />
        <TextField label={texts.currency} required maxLength={3} dir="ltr" {...field('currency')} />
      </div>
      <TextField label={texts.url} required type="url" dir="ltr" maxLength={2000} {...field('url')} />
      <TextField label={texts.image} inputMode="url" dir="ltr" maxLength={2000} {...field('image')} />
      <div className={list.pair}>
        <TextArea label={texts.topics} description={texts.onePerLine} rows={3} {...area('topics')} />
        <TextArea label={texts.keywords} description={texts.onePerLine} rows={3} {...area('keywords')} />
      </div>
      <StatusSelect
        hint={texts.statusHint}
        value={draft.status}
        onValueChange={(status) => {
          change({ status })
        }}
      />
      <LanguageAndOwner {...{ draft, change, isNew, clients }} />
      <Checkbox
        label={texts.available}
        checked={draft.available}
        onCheckedChange={(available) => {
          change({ available })
        }}
      />
    </>
  )
}

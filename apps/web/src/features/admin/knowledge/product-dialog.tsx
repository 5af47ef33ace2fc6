import { kit } from '@org/languages'
import { createAdminCalls, createContentCalls } from '@org/api-client'
import type { ContentProduct } from '@org/api-client'
import { Alert, Button, ConfirmDialog, Dialog, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { useOnline } from '../../../shared/use-online.ts'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import list from '../operators/entry-list.module.css'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { contentKey } from './content.queries.ts'
import { knowledgeTexts as texts } from './knowledge.texts.ts'
import { type ProductForm, toForm, toProduct } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { useVersionedForm } from '../use-versioned-form.ts'
import { VersionList } from './version-list.tsx'

/** Adds or changes a product. `onClose` is given a sentence when something was done. */
export function ProductDialog({
  product,
  isAdmin,
  onClose,
}: {
  product: ContentProduct | undefined
  isAdmin: boolean
  onClose: (done?: string) => void
}) {
  const calls = useCalls(createContentCalls)
  const client = useQueryClient()
  const id = useId()
  const isOnline = useOnline()
  const clients = useQuery({ ...clientsQuery(useCalls(createAdminCalls)), enabled: isAdmin })
  const [shown, setShown] = useState<'history' | 'delete' | 'leave'>()
  const [isChecked, setIsChecked] = useState(false)
  const form = useProductForm(product, onClose)
  const deleting = useDeletion(onClose)
  const { base, draft } = form
  const isPriceValid = toProduct(draft) !== undefined
  const hide = () => {
    setShown(undefined)
  }
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (form.isDirty) setShown('leave')
        else onClose()
      }}
      labels={kit.dialog}
      title={base === undefined ? texts.product.add : texts.product.edit}
      size="large"
      footer={
        <>
          {base !== undefined && (
            <StoredProductButtons
              isDeleting={deleting.isPending}
              onDelete={() => {
                setShown('delete')
              }}
              onHistory={() => {
                setShown('history')
              }}
            />
          )}
          <Button variant="primary" type="submit" form={id} busy={form.isSaving} disabled={!isOnline}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={list.form}
        onSubmit={(event) => {
          event.preventDefault()
          setIsChecked(true)
          if (isPriceValid) form.save()
        }}
      >
        {form.conflict !== undefined && <ConflictAlert theirs={form.conflict} resolve={form.resolve} />}
        {!isOnline && <Alert tone="warning">{texts.offline}</Alert>}
        <ProductFields
          draft={draft}
          change={form.change}
          isNew={base === undefined}
          priceError={isChecked && !isPriceValid ? texts.product.priceInvalid : undefined}
          clients={isAdmin ? (clients.data ?? []) : undefined}
        />
        <StatusLine tone="error">
          {form.failure ?? (deleting.isError && describeFailure(deleting.error))}
        </StatusLine>
      </form>
      {shown === 'history' && base !== undefined && (
        <VersionList
          kind="products"
          item={{ id: base.id, name: base.name }}
          isDirty={form.isDirty}
          restore={async (version) => {
            form.reset(await calls.restoreProduct(base.id, version, base.version))
            await client.invalidateQueries({ queryKey: contentKey('products') })
          }}
          onClose={hide}
        />
      )}
      <ProductQuestions
        shown={shown}
        name={base?.name ?? ''}
        hide={hide}
        onDelete={() => {
          if (base !== undefined) deleting.mutate(base)
        }}
        onLeave={onClose}
      />
    </Dialog>
  )
}

function StoredProductButtons({
  isDeleting,
  onDelete,
  onHistory,
}: {
  isDeleting: boolean
  onDelete: () => void
  onHistory: () => void
}) {
  return (
    <>
      <Button variant="ghost" busy={isDeleting} onClick={onDelete}>
        {texts.delete.button}
      </Button>
      <Button onClick={onHistory}>{texts.history.title}</Button>
    </>
  )
}

function ProductQuestions({
  shown,
  name,
  hide,
  onDelete,
  onLeave,
}: {
  shown: 'history' | 'delete' | 'leave' | undefined
  name: string
  hide: () => void
  onDelete: () => void
  onLeave: () => void
}) {
  return (
    <>
      <ConfirmDialog
        open={shown === 'delete'}
        onOpenChange={hide}
        variant="danger"
        title={texts.delete.title(name)}
        description={texts.delete.text}
        labels={{ ...kit.confirm, confirm: texts.delete.button }}
        onConfirm={onDelete}
      />
      <ConfirmDialog
        open={shown === 'leave'}
        onOpenChange={hide}
        variant="danger"
        title={adminTexts.leave.title}
        description={adminTexts.leave.text}
        labels={{ ...kit.confirm, confirm: adminTexts.leave.leave, cancel: adminTexts.leave.stay }}
        onConfirm={() => {
          onLeave()
        }}
      />
    </>
  )
}

function useDeletion(onDone: (done: string) => void) {
  const calls = useCalls(createContentCalls)
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ContentProduct) => calls.deleteProduct(id),
    onSuccess: async (_, { name }) => {
      await client.invalidateQueries({ queryKey: contentKey('products') })
      onDone(texts.delete.done(name))
    },
  })
}

function useProductForm(product: ContentProduct | undefined, onDone: (done: string) => void) {
  const calls = useCalls(createContentCalls)
  return useVersionedForm<ProductForm, ContentProduct>({
    item: product,
    toDraft: toForm,
    async save(draft, base) {
      const saved = toProduct(draft)
      if (saved === undefined) throw new RangeError('The form is saved with a valid price alone.')
      return base === undefined
        ? calls.createProduct({ ...saved, clientId: draft.clientId })
        : calls.updateProduct(base.id, { ...saved, version: base.version })
    },
    read: (productId) => calls.product(productId),
    queryKey: contentKey('products'),
    onSaved: () => {
      onDone(texts.saved)
    },
  })
}

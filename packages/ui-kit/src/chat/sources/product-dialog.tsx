import type { ProductOption } from '@org/citations'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../overlays/dialog.tsx'
import { TextLink } from '../../controls/text-link.tsx'
import classes from './product-dialog.module.css'
import { type Given, withDefaults } from '../../base/with-defaults.ts'

/** The texts of the product dialog. */
export interface ProductDialogLabels {
  /** @default 'No image' */
  noImage: string
  /** @default 'Close' */
  close: string
}

/** The options of a product. */
export interface ProductDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The product as the answer names it: the dialog's title. */
  title: string
  options: readonly ProductOption[]
  labels?: Given<ProductDialogLabels> | undefined
}

/** Shows what a product pill offers: of each option its image or 'No image', its name as a link, price and address. */
export function ProductDialog({ open, onOpenChange, title, options, labels }: ProductDialogProps) {
  const texts = withDefaults({ noImage: 'No image', close: 'Close' }, labels)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} sheet labels={{ close: texts.close }}>
      <ul className={classes['list']}>
        {options.map((option) => (
          <li key={`${option.pk ?? ''} ${option.name} ${option.url ?? ''}`} className={classes['option']}>
            <ProductImage option={option} noImage={texts.noImage} />
            <div className={classes['facts']}>
              {option.url === undefined ? (
                <strong dir="auto">{option.name}</strong>
              ) : (
                <TextLink external href={option.url} className={classes['name']} dir="auto">
                  {option.name}
                </TextLink>
              )}
              {option.price !== undefined && <p className={classes['price']}>{option.price}</p>}
              {option.url !== undefined && (
                <p className={classes['url']}>
                  <bdi dir="ltr">{option.url}</bdi>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function ProductImage({ option, noImage }: { option: ProductOption; noImage: string }) {
  const [failed, setFailed] = useState(false)
  if (option.imageUrl === undefined || failed) {
    return (
      <div className={classes['image']}>
        <ImageOff aria-hidden="true" />
        {noImage}
      </div>
    )
  }
  return (
    <img
      className={classes['image']}
      src={option.imageUrl}
      srcSet={option.srcset}
      sizes="7rem"
      alt={option.imageAlt ?? ''}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}

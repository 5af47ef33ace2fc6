import type { ChatMessage } from '@org/chat-engine'
import type { ProductOption } from '@org/citations'
import { buttonClassName } from '@org/ui-kit'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'
import classes from './product-cards.module.css'
import { useReportProduct } from './use-report-product.ts'
import { withAffiliate } from './with-affiliate.ts'

/** Cards shown below an answer: more would push the next question out of view. The text has all products as pills. */
const maxCards = 3

/** The products of an answer, each with its picture, name and price, and the way to it. */
export function ProductCards({
  message: { key, text, products, safety },
}: {
  message: Pick<ChatMessage, 'key' | 'text' | 'products' | 'safety'>
}) {
  const { affiliateCode } = useWidget().config.config
  const named = Object.entries(products).filter(([name]) => text.includes(`<product>${name}</product>`))
  // Nobody in urgent need of help is sold anything.
  const needsHelp = safety !== null && safety.severity !== 'caution'
  if (named.length === 0 || needsHelp) return null
  return (
    <ul className={classes.cards} aria-label={widgetTexts.products}>
      {named.slice(0, maxCards).map(([name, options]) => {
        const [option] = withAffiliate(options, affiliateCode)
        return option !== undefined && <ProductCard key={name} answerKey={key} name={name} option={option} />
      })}
    </ul>
  )
}

interface ProductCardProps {
  answerKey: string
  /** The product as the answer names it. */
  name: string
  option: ProductOption
}

function ProductCard({ answerKey, name, option }: ProductCardProps) {
  const report = useReportProduct()
  return (
    <li className={classes.card}>
      <Picture option={option} />
      <div className={classes.facts}>
        <p className={classes.name} dir="auto">
          {option.name}
        </p>
        {option.price !== undefined && <p className={classes.price}>{option.price}</p>}
      </div>
      {option.url !== undefined && (
        <a
          className={buttonClassName({ size: 'small' })}
          href={option.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={widgetTexts.viewNamed(option.name)}
          onClick={() => report(answerKey, name, [option])}
        >
          {widgetTexts.viewProduct}
        </a>
      )}
    </li>
  )
}

/** The picture of a product; a sign in its place without one, and where it cannot be loaded. */
function Picture({ option: { imageUrl, srcset } }: { option: ProductOption }) {
  const [failed, setFailed] = useState(false)
  if (imageUrl === undefined || failed) {
    return (
      <span className={classes.picture} aria-hidden="true">
        <Package />
      </span>
    )
  }
  return (
    <img
      className={classes.picture}
      src={imageUrl}
      srcSet={srcset}
      sizes="3.5rem"
      // The name is beside it.
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}

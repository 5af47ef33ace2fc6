import { imageAddress, imageCandidates, linkAddress } from './addresses.ts'
import { type AnchorElement, readAnchors, toPlainText } from './anchor-reader.ts'
import type { ProductOption } from './model.ts'
import { isRecord, toText } from './unknown-values.ts'

const MAX_OPTIONS = 100

/**
 * The options that a `product_update` brings: anchors `<a href data-price data-image data-pk title>Name</a>`
 * in a string, or a list of `{name, url, price, image}` objects.
 *
 * Anchors without a name and entries that are no objects are left out. Addresses other than http and https,
 * and images other than https or a path on the page's own origin, are dropped from their option.
 */
export function parseProductReplacement(replacement: unknown): ProductOption[] {
  if (typeof replacement === 'string') {
    return readAnchors(replacement, MAX_OPTIONS).flatMap((anchor) => fromAnchor(anchor) ?? [])
  }
  const list: readonly unknown[] = Array.isArray(replacement) ? replacement : [replacement]
  return list.slice(0, MAX_OPTIONS).flatMap((entry) => parseProductRecord(entry) ?? [])
}

/**
 * The key under which a product's options are kept: the name inside its tag, trimmed, case as given.
 *
 * @example
 * import { productKey } from '@org/citations'
 *
 * console.log(productKey('<product>Magnesium Glycinate</product>')) // 'Magnesium Glycinate'
 */
export function productKey(tag: string): string {
  return toPlainText(tag)
}

/**
 * Reads one product result: `name` or `product`, `url` or `product_url`, `price`, `image` or `image_url`,
 * `srcset`, `alt`.
 *
 * @returns `undefined` when it has no name
 */
export function parseProductRecord(entry: unknown): ProductOption | undefined {
  if (!isRecord(entry)) return undefined
  const name = toText(entry['name']) ?? toText(entry['product']) ?? toText(entry['title'])
  if (name === undefined) return undefined
  return option({
    name,
    url: linkAddress(entry['url']) ?? linkAddress(entry['product_url']),
    price: toText(entry['price']),
    imageUrl: imageAddress(entry['image']) ?? imageAddress(entry['image_url']),
    imageAlt: toText(entry['alt']),
    srcset: imageCandidates(entry['srcset']),
    pk: toText(entry['pk']) ?? toText(entry['id']),
  })
}

function fromAnchor({ attributes, text }: AnchorElement): ProductOption | undefined {
  const title = toText(attributes.get('title'))
  const name = toText(text) ?? title
  if (name === undefined) return undefined
  return option({
    name,
    url: linkAddress(attributes.get('href')),
    price: toText(attributes.get('data-price')),
    imageUrl: imageAddress(attributes.get('data-image')),
    imageAlt: title,
    srcset: imageCandidates(attributes.get('data-srcset')),
    pk: toText(attributes.get('data-pk')),
  })
}

type OptionFields = { [Field in keyof ProductOption]: ProductOption[Field] | undefined } & { name: string }

function option({ name, url, price, imageUrl, imageAlt, srcset, pk }: OptionFields): ProductOption {
  return {
    name,
    ...(url === undefined ? {} : { url }),
    ...(price === undefined ? {} : { price }),
    ...(imageUrl === undefined ? {} : { imageUrl }),
    ...(imageAlt === undefined ? {} : { imageAlt }),
    ...(srcset === undefined ? {} : { srcset }),
    ...(pk === undefined ? {} : { pk }),
  }
}

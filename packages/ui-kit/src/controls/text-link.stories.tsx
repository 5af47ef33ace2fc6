import type { Meta, Story } from '@org/config/story'
import { linkClassName, TextLink, type TextLinkProps } from './text-link.tsx'

const meta: Meta<TextLinkProps> = {
  title: 'ui-kit/TextLink',
  component: TextLink,
  args: { href: '#disclaimer', children: 'Read the disclaimer' },
  render: (args) => (
    <p>
      The assistant can be wrong. <TextLink {...args} /> before you start.
    </p>
  ),
}
export default meta

export const InText: Story<TextLinkProps> = {}

export const External: Story<TextLinkProps> = {
  args: { external: true, href: 'https://example.com/', children: 'The study (opens in a new tab)' },
}

export const RoutersOwnLink: Story<TextLinkProps> = {
  render: () => (
    <p>
      Go on to{' '}
      <a className={linkClassName()} href="#plans">
        the plans
      </a>
      .
    </p>
  ),
}

export const LongText: Story<TextLinkProps> = {
  args: {
    children: 'https://shop.example.com/collections/vitamins-and-minerals/products/magnesium-glycinate-120',
  },
}

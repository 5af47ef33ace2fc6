import type { Meta, Story } from '@org/config/story'
import { escapeCloses } from '../dialog-keys.ts'
import { ProductDialog, type ProductDialogProps } from './product-dialog.tsx'

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="112" height="112"><rect width="112" height="112" fill="#8fb8a8"/><rect x="36" y="24" width="40" height="64" rx="8" fill="#f2eee6"/></svg>',
)}`

const meta: Meta<ProductDialogProps> = {
  title: 'ui-kit/chat/ProductDialog',
  component: ProductDialog,
  args: {
    open: true,
    title: 'Magnesium',
    options: [
      {
        name: 'Magnesium Glycinate, 120 capsules',
        url: 'https://shop.example.com/products/magnesium-glycinate',
        price: '24.90 EUR',
        imageUrl: picture,
        imageAlt: 'A green bottle',
        pk: '1',
      },
      {
        name: 'Magnesium Citrate, powder',
        url: 'https://shop.example.com/products/citrate',
        price: '18.50 EUR',
      },
      { name: 'Magnesium oil' },
    ],
  },
  argTypes: { onOpenChange: { action: 'onOpenChange' } },
}
export default meta

export const Options: Story<ProductDialogProps> = {
  parameters: {
    keyboard: [
      escapeCloses,
      {
        on: ['button', 'Close'],
        keys: ['Tab'],
        does: 'goes on to the options',
        expect: [{ focus: ['link', 'Magnesium Glycinate, 120 capsules'] }],
      },
    ],
  },
}

export const LongText: Story<ProductDialogProps> = {
  args: {
    title: 'Magnesium glycinate with vitamin B6 and zinc in a bottle of brown glass',
    options: Array.from({ length: 8 }, (_, index) => ({
      name: `Magnesiumbisglycinatkomplexpräparat number ${index + 1} with vitamin B6 and zinc, in brown glass`,
      url: `https://shop.example.com/collections/minerals/products/${'magnesium-glycinate-'.repeat(5)}${index}`,
      price: '1,249.90 EUR',
    })),
  },
}

export const RightToLeft: Story<ProductDialogProps> = {
  args: {
    title: 'المغنيسيوم',
    options: [
      {
        name: 'مغنيسيوم غليسينات',
        url: 'https://shop.example.com/ar/1',
        price: '24.90 EUR',
        imageUrl: picture,
      },
    ],
    labels: { close: 'إغلاق', noImage: 'لا توجد صورة' },
  },
  globals: { dir: 'rtl' },
}

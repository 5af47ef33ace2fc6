import type { Entitlements } from '@org/api-client'
import { adminTexts } from '../../admin.texts.ts'
import { CheckList } from '../../check-list.tsx'
import checkLists from '../../check-list.module.css'
import { describePrompt } from '../../describe-prompt.ts'
import type { useEntitlements } from './use-entitlements.ts'

const texts = adminTexts.editor

/** The tools, authors, models and prompts that an account may use. */
export function EntitlementLists({
  options,
  lists,
  change,
}: Pick<ReturnType<typeof useEntitlements>, 'options' | 'lists' | 'change'>) {
  const prompts = options?.systemPrompts
  const list = (name: keyof Entitlements, label: string, offered: readonly string[] | undefined) => ({
    label,
    options: offered,
    chosen: lists[name],
    onChange: (chosen: string[]) => change({ [name]: chosen }),
  })
  return (
    <div className={checkLists.checklists}>
      <CheckList {...list('allowedTools', texts.tools, options?.tools)} />
      <CheckList {...list('allowedAuthors', texts.authors, options?.authors)} />
      <CheckList {...list('allowedModels', texts.models, options?.models)} />
      <CheckList
        {...list(
          'systemPrompts',
          texts.systemPrompts,
          prompts?.map(({ id }) => id),
        )}
        describe={(id) => describePrompt(prompts ?? [], id)}
      />
    </div>
  )
}

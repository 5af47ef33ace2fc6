import type { ReactNode } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { type ListedMessage, listVariant, MessageRow } from '../../src/thread/list.tsx'

const renderItem = (_index: number, message: ListedMessage): ReactNode => <MessageRow message={message} />
// Also when a row that came late has pushed the end out of view.
const follow = (): 'auto' => 'auto'
const keyOf = (_index: number, message: ListedMessage): string => message.key

function VirtuosoList({ messages }: { messages: readonly ListedMessage[] }): ReactNode {
  return (
    <Virtuoso
      style={{ height: '100%' }}
      data={messages}
      initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
      followOutput={follow}
      computeItemKey={keyOf}
      itemContent={renderItem}
    />
  )
}

export const variant = listVariant(VirtuosoList)

import { useCallback } from 'react'
import { type MemberName, nameOfMember } from '../../../contract/pool/pool-facts'
import { useSpeech } from '../../ui/use-speech'

/** Names a member in the language of the window. */
export function useMemberName(): (member: MemberName) => string {
  const speech = useSpeech()
  return useCallback((member) => speech.fact({ kind: 'poolMember', values: nameOfMember(member) }), [speech])
}

/** The resource that a member is a slot of, without the slot's number; staff as it is. */
export const wholeOf = <Member extends MemberName>(member: Member): Member =>
  member.resourceId === null ? member : { ...member, number: null }

export function MemberDetail() {
  return null
}

import { porterStem } from '../../language'

/** Words that names and comments of code use for the same: questions say `removes`, names say `strip`. */
const sets = `
remove delete strip drop discard erase unset trim clear
compute calculate determine count measure estimate evaluate
size length count
find lookup search locate resolve discover
parse decode read unmarshal deserialize
serialize encode marshal stringify dump
check verify validate assert ensure is has test
create make new build construct init initialize generate
close shutdown dispose free release destroy teardown finish cleanup
get fetch load read retrieve obtain
set assign update configure
send write emit publish dispatch post
receive read recv consume accept
convert transform cast translate map to from
limit throttle restrict cap max bound
guess detect infer sniff
follow resolve track
retry reconnect backoff repeat attempt
delay backoff wait sleep interval
combine merge join concat extend
split separate tokenize divide partition cut
compare equal equals same cmp
error exception failure fault panic
credential auth authentication authorization password secret userinfo
directory folder dir
configuration config settings options preferences
argument parameter param arg option
message msg
string str text
number num int integer
dictionary dict map hash
function func fn callback handler
connection conn socket
context ctx
request req
response resp res reply
temporary temp tmp
environment env
print output write display show render
skip ignore pass omit
run execute invoke call
start begin launch open
stop end halt terminate kill abort cancel
allocate alloc malloc
copy clone duplicate dup
register add subscribe install
async asynchronous
sync synchronous
address addr
buffer buf
pointer ptr
length len
identifier id
database db
utility util helper
expression expr
statement stmt
value val
previous prev
specification spec
implementation impl
process proc
character char
library lib
generate gen
reference ref
regular regex regexp
`
const alike = new Map<string, Set<string>>()
for (const line of sets.trim().split('\n')) {
  const stems = line.split(' ').map(porterStem)
  for (const stem of stems) {
    const others = alike.get(stem) ?? new Set()
    for (const other of stems) if (other !== stem) others.add(other)
    alike.set(stem, others)
  }
}

const none: ReadonlySet<string> = new Set()

/** Stems of code that say the same as a stem. */
export const sameInCode = (stem: string): ReadonlySet<string> => alike.get(stem) ?? none

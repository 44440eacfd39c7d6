/**
 * Words of programming in Chinese and in the English of code and its comments. The encoder knows English only, and names
 * are English: without these words a Chinese question finds nothing in code but the names that it has itself.
 */
const words = `
函数 function|方法 method|类 class|接口 interface|结构体 struct|枚举 enum|变量 variable|常量 constant|参数 parameter argument|返回 return|返回值 return value
解析 parse|解码 decode|编码 encode|序列化 serialize|反序列化 deserialize|格式化 format|打印 print|输出 output print write|输入 input|读取 read|写入 write|加载 load|保存 save|存储 store
打开 open|关闭 close|连接 connect connection|断开 disconnect|重连 reconnect|监听 listen|发送 send|接收 receive|请求 request|响应 response|请求体 request body|请求头 request header|头部 header|状态码 status code|重定向 redirect
重试 retry|超时 timeout|延迟 delay|间隔 interval|退避 backoff|限流 throttle rate limit|并发 concurrent|线程 thread|锁 lock|队列 queue|缓存 cache|缓冲 buffer|缓冲区 buffer|流 stream
错误 error|异常 exception error|抛出 throw raise|捕获 catch|恢复 recover|崩溃 panic crash|日志 log logger|调试 debug|警告 warning|检查 check|校验 validate verify|验证 validate verify|断言 assert
路径 path|目录 directory|文件夹 folder directory|文件 file|文件名 filename|扩展名 extension|主目录 home directory|路由 route router|中间件 middleware|处理器 handler|插件 plugin|模块 module|库 library|包 package|依赖 dependency
字符串 string|字符 character|字节 byte|整数 integer|浮点 float|数字 number|布尔 boolean|数组 array|列表 list|映射 map|字典 dictionary dict|集合 set|对象 object|键 key|值 value|键值 key value|指针 pointer|索引 index|长度 length|大小 size|容量 capacity
开头 start prefix leading|末尾 end trailing suffix|结尾 end trailing|前缀 prefix|后缀 suffix|斜杠 slash|空格 space whitespace|空白 whitespace|换行 newline|引号 quote|括号 bracket|注释 comment|字面量 literal|标记 token|词法 lexer token|语法 syntax|语法树 syntax tree
添加 add append|删除 delete remove|移除 remove|去掉 strip remove|去除 strip trim remove|清除 clear|清理 clean cleanup|插入 insert|更新 update|替换 replace|合并 merge|拆分 split|分割 split|连接字符串 join concat|复制 copy clone|克隆 clone|移动 move|交换 swap|排序 sort|查找 find lookup search|搜索 search|匹配 match|过滤 filter|比较 compare|相等 equal|转换 convert|转义 escape|截断 truncate|压缩 compress|解压 decompress
创建 create new|构建 build|构造 construct build|初始化 initialize init|注册 register|释放 free release|销毁 destroy|分配 allocate|内存 memory|设置 set|获取 get|启用 enable|禁用 disable|开始 start|停止 stop|取消 cancel|暂停 pause|继续 resume|等待 wait|执行 execute run|运行 run|调用 call|回调 callback|异步 async asynchronous|同步 sync synchronous
认证 authentication auth|授权 authorization|摘要 digest|摘要认证 digest auth|质询 challenge|凭据 credentials|密码 password|用户名 username|密钥 key secret|令牌 token|证书 certificate|签名 signature|加密 encrypt|解密 decrypt|哈希 hash|随机 random
地址 address|主机 host|主机名 hostname|域名 domain host|端口 port|代理 proxy|协议 protocol|套接字 socket|网络 network|同源 same origin|跨域 cross origin|链接 link|网址 url|查询 query|查询参数 query params|表单 form|上传 upload|下载 download|会话 session|客户端 client|服务器 server|服务端 server
判断 is check|是否 is|计算 compute calculate|生成 generate|渲染 render|递归 recursive|循环 loop|迭代 iterate iterator|遍历 walk traverse|嵌套 nested nesting|深度 depth|限制 limit|最大 max maximum|最小 min minimum|默认 default|选项 option|配置 config configuration|环境变量 environment variable|命令 command|命令行 command line|参数解析 parse arguments|终端 terminal tty|颜色 color|时间 time|日期 date|时区 timezone|版本 version|类型 type|泛型 generic|事件 event|信号 signal|任务 task job|进程 process|数据库 database|事务 transaction|表 table|行 row line|列 column|日期格式 date format|正则 regex|正则表达式 regular expression|模板 template|测试 test
`
const entries: readonly (readonly [string, string])[] = words
  .split(/[|\n]/)
  .flatMap((entry): [string, string][] => {
    const [chinese, ...english] = entry.trim().split(' ')
    return chinese === undefined || english.length === 0 ? [] : [[chinese, english.join(' ')]]
  })
  // The longer word first: 请求体 is no 请求.
  .sort(([one], [other]) => other.length - one.length)

const han = /\p{Script=Han}/u

/** A Chinese text in the English words of its terms, beside the names that it has; any other text as it is. */
export function glossed(text: string): string {
  if (!han.test(text)) return text
  let rest = text
  const found: string[] = []
  for (const [chinese, english] of entries) {
    if (!rest.includes(chinese)) continue
    rest = rest.replaceAll(chinese, ' ')
    found.push(english)
  }
  return [...found, ...(text.match(/[A-Za-z0-9_$./-]+/g) ?? [])].join(' ')
}

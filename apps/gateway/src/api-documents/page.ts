/** The page at `/docs`: it shows `/openapi.json` and fetches nothing else. */
export const documentPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Judgment Service API</title>
<style>
:root{color-scheme:light dark;--line:#8884;--soft:#8882}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:1.5rem}
h2{border-bottom:1px solid var(--line);margin-top:2.5rem}
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.4rem .8rem}
summary{cursor:pointer}code,pre{font:13px/1.45 ui-monospace,monospace}
pre{background:var(--soft);border-radius:6px;overflow:auto;padding:.7rem}
.m{display:inline-block;font-weight:700;width:4.2rem}table{border-collapse:collapse}td,th{border-bottom:1px solid var(--line);padding:.2rem .7rem;text-align:left;vertical-align:top}
</style></head><body><h1>Judgment Service API</h1><p id="about"></p><p>Machine-readable: <a href="/openapi.json">/openapi.json</a></p><main></main>
<script>
const put=(parent,tag,text)=>{const e=document.createElement(tag);if(text!==undefined)e.textContent=text;parent.append(e);return e};
const nameOf=ref=>ref.split('/').pop();
fetch('/openapi.json').then(r=>r.json()).then(doc=>{
 const main=document.querySelector('main');document.querySelector('#about').textContent=doc.info.description;
 const seek=ref=>ref.slice(2).split('/').reduce((at,step)=>at[step],doc);
 for(const tag of doc.tags){
  const here=[];for(const [path,ops] of Object.entries(doc.paths))for(const [method,op] of Object.entries(ops))if(op.tags[0]===tag.name)here.push([method,path,op]);
  if(!here.length)continue;put(main,'h2',tag.name);
  for(const [method,path,op] of here){
   const box=put(main,'details'),head=put(box,'summary');put(head,'span',method.toUpperCase()).className='m';put(head,'code','/v1'+path);put(box,'p',op.summary);
   const params=(op.parameters||[]).map(p=>p.$ref?seek(p.$ref):p);
   if(params.length){const table=put(box,'table');for(const p of params){const row=put(table,'tr');put(put(row,'td'),'code',p.name);put(row,'td',p.in+(p.required?', required':''));put(row,'td',p.description||'')}}
   const shape=(title,schema)=>{if(!schema)return;put(box,'h4',title+' '+nameOf(schema.$ref));put(box,'pre',JSON.stringify(seek(schema.$ref),null,1))};
   shape('Body',op.requestBody&&op.requestBody.content['application/json'].schema);
   for(const [status,given] of Object.entries(op.responses)){const r=given.$ref?seek(given.$ref):given;
    if(status<300&&r.content)shape(status,r.content['application/json'].schema);else put(box,'p',status+' '+r.description)}
   if(op['x-reasons'])put(box,'p','Reasons: '+op['x-reasons'].join(', '));
  }}
 put(main,'h2','Events');put(main,'p','What GET /v1/events lists and webhook endpoints are sent: the same records, the same ids.');
 for(const [type,{post:op}] of Object.entries(doc.webhooks)){
  const box=put(main,'details');put(put(box,'summary'),'code',type);put(box,'p',op.summary);
  const {schema,example}=op.requestBody.content['application/json'],data=schema.properties.data;
  put(box,'h4','data '+nameOf(data.$ref));put(box,'pre',JSON.stringify(seek(data.$ref),null,1));put(box,'h4','Sample');put(box,'pre',JSON.stringify(example,null,1));
 }
});
</script></body></html>`;

import{ka as t,qa as u}from"./chunk.SZ2AG6RD.js";function n(e){return t({queryKey:["judgments",e],queryFn:async()=>(await u.namespace(e).judgments.list()).judgments,enabled:e!==""})}export{n as a};

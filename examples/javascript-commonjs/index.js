const { MidCallTool } = require("pulumi-voicecall");

const orders = new MidCallTool("orders", {
  name: "get_order_status",
  description: "Use it when the caller asks where an order is.",
  endpoint: "https://api.example.com/orders/status",
  method: "GET",
  schema: [{ name: "order_id", type: "string", description: "The number of the order." }],
});

exports.toolId = orders.id;

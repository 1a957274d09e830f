const { LeadSet } = require("pulumi-voicecall");

const people = new LeadSet("spring-renewals", {
  campaign: "Spring renewals",
  leads: "leads.csv",
  columns: {
    phoneNumber: "Phone",
    variables: { customer_name: "Name", visits: { column: "Visits", type: "number" } },
  },
  defaultCountry: "US",
});

exports.leadCount = people.leadCount;
